package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.runtime.controller.Event;

/**
 * Hears of every job that is new, has changed or is gone, before the controller looks at it. Called
 * while a watch is being read, so it must neither wait nor fail.
 */
public interface TrainJobWatcher extends Plugin {
  void changed(Event<TrainJob> event);
}
