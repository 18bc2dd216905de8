package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Phase 5: the objects to be applied for the job. */
public interface ComponentBuilder extends Plugin {

  /** Empty when what is there must not be touched. */
  List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen);
}
