package io.coxswain.cli;

import io.coxswain.cli.text.TextTable;
import io.coxswain.env.Env;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code coxswain status}: the named clusters of this user. */
@Command(
    name = "status",
    description =
        "List the clusters that were started with 'coxswain up --detach' or '--name'. Exit status with"
            + " NAME: 0 if it is running, 1 if not.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  private static final List<String> HEADER =
      List.of("NAME", "STATUS", "SERVER", "NODES", "SINCE", "KUBECONFIG");

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Show only this cluster.")
  private String name = "";

  @Override
  public Integer call() {
    Env env = Env.production();
    List<NamedCluster> clusters =
        name.isEmpty()
            ? NamedCluster.all(env.files(), System.getenv())
            : List.of(NamedCluster.of(env.files(), System.getenv(), name));
    if (!name.isEmpty() && !clusters.getFirst().exists()) {
      throw new CommandException("there is no cluster \"%s\"".formatted(name));
    }
    if (clusters.isEmpty()) {
      System.out.println("no clusters; 'coxswain up --detach' starts one");
      return 0;
    }
    var rows = new ArrayList<List<String>>(List.of(HEADER));
    boolean running = true;
    for (NamedCluster cluster : clusters) {
      boolean runs = cluster.isRunning();
      running &= runs;
      rows.add(row(cluster, runs));
    }
    TextTable.lines(rows).forEach(System.out::println);
    return name.isEmpty() || running ? 0 : 1;
  }

  private static List<String> row(NamedCluster cluster, boolean runs) {
    Optional<NamedCluster.Details> details = cluster.details();
    if (details.isEmpty()) {
      return List.of(cluster.name(), runs ? "starting" : "stopped", "-", "-", "-", "-");
    }
    NamedCluster.Details known = details.get();
    return List.of(
        cluster.name(),
        !runs ? "stopped" : known.ready() ? "running" : "starting",
        runs && known.ready() ? known.url() : "-",
        known.nodes().replaceFirst(" .*", ""),
        runs ? known.startedAt().replaceFirst("\\..*", "Z") : "-",
        known.kubeconfig());
  }
}
