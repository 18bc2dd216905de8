package io.coxswain.jobset;

import io.coxswain.runtime.manager.Manager;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Entry of this module: registers what runs JobSets with a manager. */
public final class JobSetControllers {
  private JobSetControllers() {}

  /** Registers with upstream's default gates, and with metrics that nobody reads. */
  public static void register(Manager manager) {
    register(manager, Features.none(), new PrometheusRegistry());
  }

  /**
   * Registers the controllers.
   *
   * @param metrics usually {@code ManagerBuilder.metrics().registry()}
   */
  public static void register(Manager manager, Features features, PrometheusRegistry metrics) {
    JobSetController.register(manager, features, new JobSetMetrics(metrics));
  }
}
