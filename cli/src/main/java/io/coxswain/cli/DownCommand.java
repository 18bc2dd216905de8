package io.coxswain.cli;

import io.coxswain.env.BackgroundProgram;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code coxswain down}: stops a named cluster. */
@Command(
    name = "down",
    description =
        "Stop a cluster that was started with 'coxswain up --detach' or '--name'. Its data is kept for"
            + " the next 'coxswain up'.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  coxswain down                  Stop the cluster \"default\".",
      "  coxswain down a --delete-data  Stop the cluster \"a\" and delete what it stored."
    },
    mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
  /** The program itself gives up after 30 seconds. */
  private static final Duration MAX_STOP = Duration.ofSeconds(40);

  private static final Duration POLL_PERIOD = Duration.ofMillis(50);

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = NamedCluster.DEFAULT_NAME,
      description = "Name of the cluster (default: ${DEFAULT-VALUE}).")
  private String name = NamedCluster.DEFAULT_NAME;

  @Option(names = "--all", description = "Stop all clusters of this user.")
  private boolean all;

  @Option(names = "--delete-data", description = "Also delete the objects and logs of the cluster.")
  private boolean deleteData;

  @Override
  public Integer call() throws Exception {
    Env env = Env.production();
    List<NamedCluster> clusters =
        all
            ? NamedCluster.all(env.files(), System.getenv())
            : List.of(NamedCluster.of(env.files(), System.getenv(), name));
    for (NamedCluster cluster : clusters) {
      if (!cluster.exists()) {
        throw new CommandException(
            "there is no cluster \"%s\"; see 'coxswain status'".formatted(cluster.name()));
      }
      stop(env, cluster);
    }
    return 0;
  }

  private void stop(Env env, NamedCluster cluster) throws CancelledException {
    boolean ran = cluster.isRunning();
    if (ran) {
      long pid =
          cluster
              .details()
              .orElseThrow(
                  () -> new CommandException("cluster " + cluster.name() + " is still starting"))
              .pid();
      BackgroundProgram.terminate(pid);
      awaitEnd(env, cluster);
    }
    // What the program removes itself, unless it was killed.
    cluster
        .details()
        .filter(details -> !details.exportedTo().isEmpty())
        .ifPresent(
            details ->
                new KubeconfigExport(env.files())
                    .remove(Path.of(details.exportedTo()), cluster.context()));
    if (deleteData) {
      cluster.delete();
    }
    System.out.printf(
        "cluster %s %s%s%n",
        cluster.name(),
        ran ? "stopped" : "was not running",
        deleteData ? "; its data has been deleted" : "");
  }

  private static void awaitEnd(Env env, NamedCluster cluster) throws CancelledException {
    long start = env.clock().nanos();
    while (cluster.isRunning()) {
      if (env.clock().nanos() - start > MAX_STOP.toNanos()) {
        throw new CommandException(
            "cluster %s did not stop within %d s; see 'coxswain logs %s'"
                .formatted(cluster.name(), MAX_STOP.toSeconds(), cluster.name()));
      }
      env.clock().sleep(POLL_PERIOD);
    }
  }
}
