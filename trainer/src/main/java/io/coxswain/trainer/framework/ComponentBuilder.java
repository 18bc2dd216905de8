package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Phase 5: the objects to be applied for the job. */
public interface ComponentBuilder extends Plugin {

  /** Empty if the existing objects must not be changed. */
  List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen);
}
