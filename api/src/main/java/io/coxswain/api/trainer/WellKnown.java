package io.coxswain.api.trainer;

/** Names that runtimes, jobs, clients and the controllers have agreed on. */
public final class WellKnown {

  /** On a replicated job's Job template: which step of the training job it is. */
  public static final String ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";

  public static final String ANCESTOR_TRAINER = "trainer";

  /** The step, and also the name of the replicated job and of its container. */
  public static final String DATASET_INITIALIZER = "dataset-initializer";

  /** The step, and also the name of the replicated job and of its container. */
  public static final String MODEL_INITIALIZER = "model-initializer";

  /** The replicated job, and the container, that runs the training program. */
  public static final String NODE = "node";

  /** The replicated job that starts the others where MPI is used. */
  public static final String LAUNCHER = "launcher";

  /** Where the nodes of a framework meet, unless told otherwise. */
  public static final int TRAINER_PORT = 29500;

  /** By which a pod learns its number in its Job. */
  public static final String COMPLETION_INDEX_FIELD =
      "metadata.annotations['batch.kubernetes.io/job-completion-index']";

  /** The volume that initializers and trainer share. */
  public static final String INITIALIZER_VOLUME = "initializer";

  /** On a runtime: the framework it is for; client libraries select by it. */
  public static final String FRAMEWORK_LABEL = "trainer.kubeflow.org/framework";

  /** On a runtime: {@code deprecated} when it will go. */
  public static final String SUPPORT_LABEL = "trainer.kubeflow.org/support";

  /** On a runtime: {@code disabled} when it is not to be validated. */
  public static final String WEBHOOK_VALIDATION_LABEL = "trainer.kubeflow.org/webhook-validation";

  /** Put on runtimes by old versions; only ever removed now. */
  public static final String LEGACY_FINALIZER = "trainer.kubeflow.org/resource-in-use";

  /** The value of a job's {@code managedBy} that means this controller. */
  public static final String TRAINJOB_CONTROLLER = "trainer.kubeflow.org/trainjob-controller";

  /** Condition types of a TrainJob. */
  public static final String SUSPENDED = "Suspended";

  public static final String COMPLETE = "Complete";

  public static final String FAILED = "Failed";

  private WellKnown() {}
}
