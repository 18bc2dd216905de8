package io.coxswain.trainer.framework;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.ControllerBuilder;

/** Adds watches to the TrainJob controller; called once, when it is set up. */
public interface WatchExtension extends Plugin {
  void watch(ControllerBuilder<ObjectKey> trainJobs);
}
