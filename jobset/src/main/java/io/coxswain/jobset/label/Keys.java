package io.coxswain.jobset.label;

/** Labels and annotations that tie children to their JobSet, and the annotations users set. */
public final class Keys {
  public static final String JOBSET_NAME = "jobset.sigs.k8s.io/jobset-name";
  public static final String JOBSET_UID = "jobset.sigs.k8s.io/jobset-uid";
  public static final String REPLICATED_JOB_NAME = "jobset.sigs.k8s.io/replicatedjob-name";
  public static final String REPLICATED_JOB_REPLICAS = "jobset.sigs.k8s.io/replicatedjob-replicas";
  public static final String GLOBAL_REPLICAS = "jobset.sigs.k8s.io/global-replicas";
  public static final String JOB_INDEX = "jobset.sigs.k8s.io/job-index";
  public static final String JOB_GLOBAL_INDEX = "jobset.sigs.k8s.io/job-global-index";
  public static final String JOB_KEY = "jobset.sigs.k8s.io/job-key";
  public static final String GROUP_NAME = "jobset.sigs.k8s.io/group-name";
  public static final String GROUP_REPLICAS = "jobset.sigs.k8s.io/group-replicas";
  public static final String JOB_GROUP_INDEX = "jobset.sigs.k8s.io/job-group-index";
  public static final String RESTART_ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";
  public static final String JOB_RESTART_ATTEMPT = "jobset.sigs.k8s.io/job-restart-attempt";
  public static final String COORDINATOR = "jobset.sigs.k8s.io/coordinator";
  public static final String IN_PLACE_RESTART_ATTEMPT =
      "jobset.sigs.k8s.io/in-place-restart-attempt";

  /** On a JobSet: its agents hold nothing back, whatever the restart strategy. */
  public static final String DISABLE_IN_PLACE_RESTART =
      "jobset.sigs.k8s.io/disable-in-place-restart";

  /** The priority that admission found on a pod, so that pods can be selected by priority. */
  public static final String PRIORITY = "jobset.sigs.k8s.io/priority";

  /** Names the node label whose values are domains that a Job is to have for itself. */
  public static final String EXCLUSIVE_TOPOLOGY = "alpha.jobset.sigs.k8s.io/exclusive-topology";

  /** Nodes were labelled for their Jobs beforehand. */
  public static final String NODE_SELECTOR = "alpha.jobset.sigs.k8s.io/node-selector";

  public static final String NAMESPACED_JOB = "alpha.jobset.sigs.k8s.io/namespaced-job";
  public static final String NO_SCHEDULE_TAINT = "alpha.jobset.sigs.k8s.io/no-schedule";

  /** The value of {@code managedBy} that means this controller. */
  public static final String CONTROLLER = "jobset.sigs.k8s.io/jobset-controller";

  private Keys() {}
}
