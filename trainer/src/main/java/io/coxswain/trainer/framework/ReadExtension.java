package io.coxswain.trainer.framework;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Names the objects that the plugin must see before it can build, validate or report. */
public interface ReadExtension extends Plugin {
  /** Looked at in every pass. */
  default List<Wanted<?>> reads(TrainJob job) {
    return List.of();
  }

  /** Looked at before the job is judged by the runtime. */
  default List<Wanted<?>> readsToJudge(TrainJob job, TrainingRuntimeSpec runtime) {
    return List.of();
  }

  /** Looked at, besides that, before the job is built on the runtime. */
  default List<Wanted<?>> reads(TrainJob job, TrainingRuntimeSpec runtime) {
    return List.of();
  }

  /** One object to be read. */
  record Wanted<T extends HasMetadata>(Class<T> type, ObjectKey key) {}
}
