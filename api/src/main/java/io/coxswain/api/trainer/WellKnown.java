package io.coxswain.api.trainer;

/** Names shared by runtimes, TrainJobs, clients and controllers. */
public final class WellKnown {

  /** On a replicated job's Job template: its step of the TrainJob. */
  public static final String ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";

  public static final String ANCESTOR_TRAINER = "trainer";

  /** The step, and also the name of the replicated job and of its container. */
  public static final String DATASET_INITIALIZER = "dataset-initializer";

  /** The step, and also the name of the replicated job and of its container. */
  public static final String MODEL_INITIALIZER = "model-initializer";

  /** The replicated job and the container that run the training program. */
  public static final String NODE = "node";

  /** The replicated job that starts the others with MPI. */
  public static final String LAUNCHER = "launcher";

  /** The default port for the rendezvous of a framework's nodes. */
  public static final int TRAINER_PORT = 29500;

  /** The field path of a pod's completion index. */
  public static final String COMPLETION_INDEX_FIELD =
      "metadata.annotations['batch.kubernetes.io/job-completion-index']";

  /** The volume that initializers and trainer share. */
  public static final String INITIALIZER_VOLUME = "initializer";

  /** On a runtime: its framework; client libraries select by it. */
  public static final String FRAMEWORK_LABEL = "trainer.kubeflow.org/framework";

  /** On a runtime: {@code deprecated} if it will be removed. */
  public static final String SUPPORT_LABEL = "trainer.kubeflow.org/support";

  /** On a runtime: {@code disabled} if it must not be validated. */
  public static final String WEBHOOK_VALIDATION_LABEL = "trainer.kubeflow.org/webhook-validation";

  /** Added to runtimes by old versions; now only removed. */
  public static final String LEGACY_FINALIZER = "trainer.kubeflow.org/resource-in-use";

  /** The value of {@code managedBy} for this controller. */
  public static final String TRAINJOB_CONTROLLER = "trainer.kubeflow.org/trainjob-controller";

  /** Condition types of a TrainJob. */
  public static final String SUSPENDED = "Suspended";

  public static final String COMPLETE = "Complete";

  public static final String FAILED = "Failed";

  private WellKnown() {}
}
