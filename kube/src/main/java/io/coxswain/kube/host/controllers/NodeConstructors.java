package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.kube.host.options.NodeFlags;
import io.coxswain.kube.nodelifecycle.NodeLifecycleController;
import io.coxswain.kube.nodelifecycle.NodeLifecycleOptions;
import io.coxswain.kube.nodettl.NodeTtlController;
import io.coxswain.kube.tainteviction.TaintEvictionController;
import io.coxswain.runtime.manager.ManagerView;
import java.util.Optional;

/** Builds the controllers of nodes. */
final class NodeConstructors {
  private static final String ACCOUNT = "node-controller";

  private NodeConstructors() {}

  static Optional<Built> ttl(ControllerContext context) throws ApiException {
    ManagerView view = context.as("ttl-controller");
    NodeTtlController.register(view);
    return Built.of(view);
  }

  static Optional<Built> lifecycle(ControllerContext context) throws ApiException {
    NodeFlags flags = context.options().nodes;
    ManagerView view = context.as(ACCOUNT);
    NodeLifecycleController.register(
        view,
        new NodeLifecycleOptions(
            context.options().generic.cloud.nodeMonitorPeriod.get(),
            flags.startupGrace.get(),
            flags.monitorGrace.get(),
            flags.evictionRate.get(),
            flags.secondaryEvictionRate.get(),
            flags.largeCluster.get(),
            flags.unhealthyZone.get()));
    return Built.of(view);
  }

  static Optional<Built> taintEviction(ControllerContext context) throws ApiException {
    ManagerView view = context.as(ACCOUNT);
    TaintEvictionController.register(view);
    return Built.of(view);
  }
}
