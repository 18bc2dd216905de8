package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;

/** Phase 1: how many nodes, and what a framework needs in their containers. */
public interface EnforceMLPolicy extends Plugin {

  /** Changes nothing unless the runtime asks for this plugin's framework. */
  void enforceMLPolicy(RuntimeInfo info, TrainJob job);
}
