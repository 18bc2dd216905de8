package io.coxswain.trainer.framework;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Declares the objects that the plugin must read before it can build, validate or report. */
public interface ReadExtension extends Plugin {
  /** Read in every reconcile. */
  default List<Wanted<?>> reads(TrainJob job) {
    return List.of();
  }

  /** Read before the job is validated against the runtime. */
  default List<Wanted<?>> readsToJudge(TrainJob job, TrainingRuntimeSpec runtime) {
    return List.of();
  }

  /** Also read before the job is built from the runtime. */
  default List<Wanted<?>> reads(TrainJob job, TrainingRuntimeSpec runtime) {
    return List.of();
  }

  /** One object to be read. */
  record Wanted<T extends HasMetadata>(Class<T> type, ObjectKey key) {}
}
