package io.coxswain.cli;

import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code coxswain up}: a whole cluster, until told to stop. */
@Command(
    name = "up",
    description = "Run a whole cluster in this program until it is told to stop.",
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How many nodes that run containers as local processes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(names = "--no-scheduler", description = "Give pods no nodes.")
  private boolean noScheduler;

  @Override
  public Integer call() throws Exception {
    Env env = Env.production();
    Bell stop = env.tasks().newBell();
    var asked = new AtomicBoolean();
    Runnable whenAsked =
        () -> {
          asked.set(true);
          stop.ring();
        };
    try (var _ = Program.onStopSignal(whenAsked);
        EmbeddedCluster cluster = EmbeddedCluster.start(env, server, nodes, !noScheduler)) {
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
        throw new CommandException("a part of the cluster failed: " + cluster.failure().get());
      }
    }
    return 0;
  }

  private void announce(EmbeddedCluster cluster) {
    System.out.println("API server    " + server.describe(cluster.front()));
    System.out.println("controllers   jobs, garbage collection, namespaces; jobset; trainer");
    System.out.println("scheduler     " + (noScheduler ? "none" : "default-scheduler"));
    System.out.println("nodes         " + nodes + " (containers are local processes)");
    System.out.println("ready");
    System.out.println();
    String kubectl = "  kubectl --kubeconfig " + server.kubeconfig;
    System.out.println(kubectl + " apply -f examples/hello-distributed.yaml");
    System.out.println(kubectl + " get trainjobs,jobsets,jobs,pods");
  }
}
