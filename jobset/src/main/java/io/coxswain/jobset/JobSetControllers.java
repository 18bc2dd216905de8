package io.coxswain.jobset;

import io.coxswain.api.LabelSelector;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Entry of this module: registers what runs JobSets with a manager. */
public final class JobSetControllers {
  private JobSetControllers() {}

  /**
   * Caches no pods but those of JobSets: no other is looked at, by whatever part of this module.
   */
  public static void narrow(CacheOptions cache) {
    cache.kind(
        Pod.class,
        pods -> pods.scope(scope -> scope.labels(LabelSelector.exists(Keys.JOBSET_NAME))));
  }

  /** Registers with upstream's default gates and without exported metrics. */
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
