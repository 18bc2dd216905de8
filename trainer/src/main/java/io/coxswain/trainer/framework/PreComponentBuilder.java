package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;

/** Phase 4: writes what the earlier phases decided into the template, before anything is built. */
public interface PreComponentBuilder extends Plugin {
  void preBuildSync(RuntimeInfo info, TrainJob job);
}
