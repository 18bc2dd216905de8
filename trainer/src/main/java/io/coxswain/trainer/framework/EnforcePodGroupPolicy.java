package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;

/** Phase 2: labels and annotations by which a scheduler knows the pods of one job. */
public interface EnforcePodGroupPolicy extends Plugin {
  void enforcePodGroupPolicy(RuntimeInfo info, TrainJob job);
}
