package io.coxswain.trainer.trainingruntime;

import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Wires one controller for each of the two kinds of runtime. */
public final class TrainingRuntimeController {
  private TrainingRuntimeController() {}

  public static void register(Manager manager) {
    register(manager, "trainingruntime_controller", TrainingRuntime.class);
    register(manager, "clustertrainingruntime_controller", ClusterTrainingRuntime.class);
  }

  private static <T extends HasMetadata> void register(
      Manager manager, String name, Class<T> type) {
    manager
        .controller(name)
        .kind(type)
        .watch(type, w -> w.self())
        .reconcile(
            new TrainingRuntimeReconciler<>(
                manager.client(),
                manager.actionRecorder("trainer-" + name.replace('_', '-')),
                type));
  }
}
