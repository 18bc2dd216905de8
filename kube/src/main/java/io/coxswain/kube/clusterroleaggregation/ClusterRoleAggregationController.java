package io.coxswain.kube.clusterroleaggregation;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.Collection;
import java.util.List;

/** Registers the ClusterRole aggregation controller. */
public final class ClusterRoleAggregationController {
  private static final int WORKERS = 5;
  private static final String AGGREGATED = "aggregated-roles";
  private static final String YES = "yes";

  private ClusterRoleAggregationController() {}

  public static void register(Manager manager) {
    manager.index(
        ClusterRole.class,
        AGGREGATED,
        role -> role.getAggregationRule() == null ? List.of() : List.of(YES));
    manager
        .controller("ClusterRoleAggregator")
        .kind(ClusterRole.class)
        .workers(WORKERS)
        .watch(ClusterRole.class, watch -> watch.mapTo((role, cache) -> aggregated(cache)))
        .reconcile(
            new AggregationReconciler(
                manager.client().fieldOwner("clusterrole-aggregation-controller")));
  }

  /**
   * Any role may be aggregated into any other, depending on its labels before or after the change.
   */
  private static Collection<ObjectKey> aggregated(Reader cache) throws ApiException {
    return cache.list(ClusterRole.class).by(AGGREGATED, YES).keys();
  }
}
