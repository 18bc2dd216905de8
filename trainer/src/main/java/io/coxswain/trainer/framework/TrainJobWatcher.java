package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.runtime.controller.Event;

/**
 * Notified of every job that was created, changed or deleted, before the controller reconciles it.
 * Called while a watch is being read, so it must neither block nor fail.
 */
public interface TrainJobWatcher extends Plugin {
  void changed(Event<TrainJob> event);
}
