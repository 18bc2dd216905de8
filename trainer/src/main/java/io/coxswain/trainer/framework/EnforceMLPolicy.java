package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;

/** Phase 1: sets the number of nodes, and the settings of a framework in their containers. */
public interface EnforceMLPolicy extends Plugin {

  /** Changes nothing unless the runtime specifies this plugin's framework. */
  void enforceMLPolicy(RuntimeInfo info, TrainJob job);
}
