package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;

/** Phase 2: sets the labels and annotations by which a scheduler identifies the pods of one job. */
public interface EnforcePodGroupPolicy extends Plugin {
  void enforcePodGroupPolicy(RuntimeInfo info, TrainJob job);
}
