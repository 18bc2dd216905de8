package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;

/** Phase 3: sets what every pod of a step needs, regardless of the framework. */
public interface EnforcePodSpec extends Plugin {
  void enforcePodSpec(RuntimeInfo info, TrainJob job);
}
