package io.coxswain.trainer;

import io.coxswain.runtime.manager.Manager;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.plugins.Plugins;
import io.coxswain.trainer.trainingruntime.TrainingRuntimeController;
import io.coxswain.trainer.trainjob.TrainJobController;

/** All controllers of this module. */
public final class TrainerControllers {
  private TrainerControllers() {}

  public static void register(Manager manager) {
    register(manager, Plugins.all(manager.env().entropy().derive("plugins")));
  }

  /** With the given plugins. */
  public static void register(Manager manager, Framework framework) {
    TrainingRuntimeController.register(manager);
    TrainJobController.register(manager, framework);
  }
}
