package io.coxswain.kube;

import io.coxswain.kube.gc.GarbageCollector;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.runtime.manager.Manager;

/** The controllers of kube-controller-manager that are here. */
public final class KubeControllers {
  private KubeControllers() {}

  /** Adds all of them to the manager. */
  public static void register(Manager manager) {
    JobController.register(manager, JobOptions.byDefault());
    GarbageCollector.register(manager);
  }
}
