package io.coxswain.kube.job;

/** Names of labels, annotations, finalizers and conditions of Jobs. */
final class JobNames {
  /** Keeps a pod until its outcome is recorded in the Job's status. */
  static final String TRACKING_FINALIZER = "batch.kubernetes.io/job-tracking";

  static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";
  static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";
  static final String INDEX_IGNORED_FAILURES =
      "batch.kubernetes.io/job-index-ignored-failure-count";
  static final String COMPLETION_INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

  /** The default value of {@code managedBy}. */
  static final String THIS_MANAGER = "kubernetes.io/job-controller";

  static final String SUSPENDED = "Suspended";
  static final String COMPLETE = "Complete";
  static final String FAILED = "Failed";
  static final String FAILURE_TARGET = "FailureTarget";
  static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";

  private JobNames() {}
}
