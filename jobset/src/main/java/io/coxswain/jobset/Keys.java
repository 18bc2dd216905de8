package io.coxswain.jobset;

/** Labels and annotations that tie children to their JobSet, and the annotations users set. */
final class Keys {
  static final String JOBSET_NAME = "jobset.sigs.k8s.io/jobset-name";
  static final String JOBSET_UID = "jobset.sigs.k8s.io/jobset-uid";
  static final String REPLICATED_JOB_NAME = "jobset.sigs.k8s.io/replicatedjob-name";
  static final String REPLICATED_JOB_REPLICAS = "jobset.sigs.k8s.io/replicatedjob-replicas";
  static final String GLOBAL_REPLICAS = "jobset.sigs.k8s.io/global-replicas";
  static final String JOB_INDEX = "jobset.sigs.k8s.io/job-index";
  static final String JOB_GLOBAL_INDEX = "jobset.sigs.k8s.io/job-global-index";
  static final String JOB_KEY = "jobset.sigs.k8s.io/job-key";
  static final String GROUP_NAME = "jobset.sigs.k8s.io/group-name";
  static final String GROUP_REPLICAS = "jobset.sigs.k8s.io/group-replicas";
  static final String JOB_GROUP_INDEX = "jobset.sigs.k8s.io/job-group-index";
  static final String RESTART_ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";
  static final String JOB_RESTART_ATTEMPT = "jobset.sigs.k8s.io/job-restart-attempt";
  static final String COORDINATOR = "jobset.sigs.k8s.io/coordinator";
  static final String IN_PLACE_RESTART_ATTEMPT = "jobset.sigs.k8s.io/in-place-restart-attempt";

  /** Names the node label whose values are domains that a Job is to have for itself. */
  static final String EXCLUSIVE_TOPOLOGY = "alpha.jobset.sigs.k8s.io/exclusive-topology";

  /** Says that nodes were labelled for their Jobs beforehand. */
  static final String NODE_SELECTOR = "alpha.jobset.sigs.k8s.io/node-selector";

  static final String NAMESPACED_JOB = "alpha.jobset.sigs.k8s.io/namespaced-job";
  static final String NO_SCHEDULE_TAINT = "alpha.jobset.sigs.k8s.io/no-schedule";

  /** The value of {@code managedBy} that means this controller. */
  static final String CONTROLLER = "jobset.sigs.k8s.io/jobset-controller";

  private Keys() {}
}
