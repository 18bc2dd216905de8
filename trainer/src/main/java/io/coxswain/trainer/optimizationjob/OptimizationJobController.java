package io.coxswain.trainer.optimizationjob;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.runtime.manager.Manager;

/** Wires the OptimizationJob controller: what it watches, and under which names. */
public final class OptimizationJobController {
  private static final String NAME = "optimizationjob_controller";
  private static final String RECORDER = "trainer-optimizationjob-controller";

  private OptimizationJobController() {}

  public static void register(Manager manager) {
    manager
        .controller(NAME)
        .kind(OptimizationJob.class)
        .sharded(ObjectKey::namespace)
        .watchIfPresent(OptimizationJob.class, watch -> watch.self())
        .watch(TrainJob.class, watch -> watch.controllerOf(OptimizationJob.class))
        .reconcile(
            new OptimizationJobReconciler(manager.client(), manager.actionRecorder(RECORDER)));
  }
}
