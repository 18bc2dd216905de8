package io.coxswain.cli;

import io.coxswain.api.ApiException;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.ApiServerOptions;
import io.coxswain.apiserver.http.HttpsFront;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.jobset.JobSetControllers;
import io.coxswain.kube.KubeControllers;
import io.coxswain.node.logs.PodLogs;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.TrainerControllers;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster in this program: API server, controllers, scheduler and nodes. Each controller
 * program has a manager of its own, as it would as a process of its own; they meet in the API
 * server alone.
 */
final class EmbeddedCluster implements AutoCloseable {
  private static final List<String> MASTERS = List.of("system:masters");
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration LONGEST_START = Duration.ofSeconds(30);

  private final Env env;
  private final Path data;
  private final PodLogs logs;
  private final ApiServer server;
  private final HttpsFront front;
  private final List<Manager> managers = new ArrayList<>();
  private final List<Task> running = new ArrayList<>();
  private final Bell failed;
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private volatile @Nullable ProcessNodes nodes;

  private EmbeddedCluster(Env env, ServerOptions options, Path data) {
    this.env = env;
    this.data = data;
    this.logs = new PodLogs(env);
    this.server =
        options.server(
            env,
            ApiServerOptions.plain()
                .withLogs(new NodeLogs(env.clock(), logs))
                .withSessions(new NodeSessions(logs, () -> nodes)));
    this.front = options.open(env, server);
    this.failed = env.tasks().newBell();
  }

  /**
   * Starts everything; returns when the nodes are ready.
   *
   * @param nodeCount how many process nodes; 0 for none
   * @param scheduler whether pods are given nodes
   */
  static EmbeddedCluster start(Env env, ServerOptions options, int nodeCount, boolean scheduler)
      throws ApiException, CancelledException {
    Path data = Path.of(".coxswain", "run-" + env.entropy().suffix(5)).toAbsolutePath();
    var cluster = new EmbeddedCluster(env, options, data);
    Definitions.install(cluster.transport("coxswain"));
    ShippedRuntimes.install(cluster.client());

    KubeControllers.register(
        cluster.manager("kube-controller-manager", "system:kube-controller-manager"),
        cluster.rootCa());
    JobSetControllers.register(
        cluster.manager(
            "jobset-controller-manager",
            "system:serviceaccount:jobset-system:jobset-controller-manager"));
    TrainerControllers.register(
        cluster.manager(
            "trainer-controller-manager",
            "system:serviceaccount:kubeflow-system:kubeflow-trainer-controller-manager"));
    if (scheduler) {
      Scheduler.register(cluster.manager("kube-scheduler", "system:kube-scheduler"));
    }
    if (nodeCount > 0) {
      cluster.nodes =
          ProcessNodes.register(
              cluster.manager("kubelet", "system:node:process"),
              Machine.nodes(nodeCount, data),
              cluster.logs);
    }
    cluster.run();
    cluster.awaitNodes(nodeCount);
    return cluster;
  }

  private Manager manager(String program, String user) {
    Manager manager =
        Manager.builder(env.withApi(transport(user)))
            .name(program)
            .userAgent(program + "/v1.35.0")
            .grace(GRACE)
            .build();
    managers.add(manager);
    return manager;
  }

  private String rootCa() {
    try {
      return front.authority();
    } catch (IOException e) {
      throw new CommandException("cannot write the server's certificate: " + e.getMessage());
    }
  }

  /** A manager for a part of the command itself; to be added before it runs. */
  Manager addManager(String program) {
    return manager(program, "system:admin");
  }

  private void run() {
    for (Manager manager : managers) {
      run(manager);
    }
  }

  /** Runs a manager beside the others. */
  void run(Manager manager) {
    running.add(env.tasks().spawn("manager", () -> runToEnd(manager)));
  }

  private void runToEnd(Manager manager) throws CancelledException {
    try {
      manager.run();
    } catch (ManagerException e) {
      failure.compareAndSet(null, String.valueOf(e.getMessage()));
      failed.ring();
    }
  }

  private void awaitNodes(int count) throws ApiException, CancelledException {
    long start = env.clock().nanos();
    while (client().list(Node.class).toList().stream().filter(EmbeddedCluster::isReady).count()
        < count) {
      if (env.clock().nanos() - start > LONGEST_START.toNanos()) {
        throw new CommandException(
            "the nodes were not ready after " + LONGEST_START.toSeconds() + " s");
      }
      failure()
          .ifPresent(
              why -> {
                throw new CommandException("a part of the cluster failed: " + why);
              });
      env.clock().sleep(Duration.ofMillis(10));
    }
  }

  private static boolean isReady(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  /** Requests within the process, by an administrator of the given name. */
  ApiTransport transport(String user) {
    return server.transport(user, MASTERS);
  }

  /** Reads from and writes to the server. */
  Client client() {
    return Manager.builder(env.withApi(transport("system:admin"))).build().client().live();
  }

  PodLogs logs() {
    return logs;
  }

  HttpsFront front() {
    return front;
  }

  /** Why a part of the cluster ended by itself, if one did. */
  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Rings when a part of the cluster has ended by itself. */
  Bell failed() {
    return failed;
  }

  /** Ends all processes of pods, then the controllers, then the server. */
  @Override
  public void close() throws CancelledException {
    ProcessNodes theirs = nodes;
    if (theirs != null) {
      theirs.shutdown(GRACE);
    }
    managers.forEach(Manager::stop);
    for (Task task : running) {
      task.join(GRACE);
    }
    front.close();
    server.close();
    try {
      env.files().delete(data);
    } catch (IOException e) {
      throw new CommandException("cannot clean up " + data + ": " + e.getMessage());
    }
  }
}
