package io.coxswain.cli;

import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code coxswain up}: a complete cluster in one process, until it is interrupted. */
@Command(
    name = "up",
    description = "Run a complete cluster in this process until interrupted.",
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private LogOptions logs = new LogOptions();

  @Override
  public Integer call() throws Exception {
    server.check();
    options.check();
    logs.apply();
    Env env = Env.production();
    Bell stop = env.tasks().newBell();
    var asked = new AtomicBoolean();
    Runnable whenAsked =
        () -> {
          asked.set(true);
          stop.ring();
        };
    try (var _ = Program.onStopSignal(whenAsked);
        EmbeddedCluster cluster =
            EmbeddedCluster.start(
                env, server, options, notice -> System.out.println("note: " + notice))) {
      announce(cluster);
      Bell failed = cluster.failed();
      env.tasks()
          .spawn(
              "failure",
              () -> {
                failed.await(0);
                stop.ring();
              });
      if (!asked.get() && cluster.failure().isEmpty()) {
        stop.await(0);
      }
      if (!asked.get() && cluster.failure().isPresent()) {
        throw new CommandException("the cluster failed: " + cluster.failure().get());
      }
    }
    return 0;
  }

  private void announce(EmbeddedCluster cluster) {
    System.out.println("API server    " + server.describe(cluster.front()));
    System.out.println("controllers   " + cluster.controllers());
    System.out.println("scheduler     " + (options.noScheduler ? "none" : "default-scheduler"));
    System.out.println("nodes         " + nodes());
    System.out.println("ready");
    System.out.println();
    String kubectl = "  kubectl --kubeconfig " + server.kubeconfig;
    System.out.println(kubectl + " get nodes");
    System.out.println(kubectl + " apply -f examples/hello-distributed.yaml");
    System.out.println(kubectl + " get trainjobs,jobsets,jobs,pods");
  }

  private String nodes() {
    String process = options.processNodes() + " (containers are local processes)";
    String simulated = options.simulatedNodes() + " simulated (containers are not executed)";
    return switch (options.kind) {
      case process -> process;
      case simulated -> simulated;
      case both -> process + ", " + simulated;
    };
  }
}
