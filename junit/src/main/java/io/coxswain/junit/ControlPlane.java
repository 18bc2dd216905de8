package io.coxswain.junit;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.kube.host.KubeControllerManager;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.scheduler.SchedulerOptions;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.runtime.manager.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The controllers, scheduler and nodes of a server. */
final class ControlPlane {
  private static final List<String> MASTERS = List.of("system:masters");
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final KubeControllerManager controllers;
  private final @Nullable Manager nodes;
  private final List<Task> running = new ArrayList<>();

  private ControlPlane(KubeControllerManager controllers, @Nullable Manager nodes) {
    this.controllers = controllers;
    this.nodes = nodes;
  }

  static ControlPlane start(Env env, ApiServer server, int nodes) {
    try {
      var plane =
          new ControlPlane(
              KubeControllerManager.embedded(
                  env.withApi(server.transport("system:kube-controller-manager", MASTERS))),
              nodes == 0 ? null : nodes(env, server, nodes));
      plane.run(env);
      return plane;
    } catch (HostException e) {
      throw new IllegalStateException("the controllers do not start: " + e.getMessage(), e);
    }
  }

  private static Manager nodes(Env env, ApiServer server, int count) {
    Manager manager =
        Manager.builder(env.withApi(server.transport("system:node:local", MASTERS)))
            .name("kubelet")
            .grace(GRACE)
            .build();
    Scheduler.register(manager, SchedulerOptions.byDefault());
    var _ = SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(count));
    return manager;
  }

  private void run(Env env) {
    running.add(env.tasks().spawn("kube-controller-manager", controllers::run));
    if (nodes != null) {
      running.add(env.tasks().spawn("nodes", nodes::run));
    }
  }

  void close() {
    controllers.stop();
    if (nodes != null) {
      nodes.stop();
    }
    for (Task task : running) {
      try {
        task.join(GRACE);
      } catch (CancelledException e) {
        return;
      }
    }
  }
}
