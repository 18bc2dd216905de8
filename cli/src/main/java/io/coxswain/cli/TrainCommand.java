package io.coxswain.cli;

import io.coxswain.api.ObjectKey;
import io.coxswain.cli.train.Follower;
import io.coxswain.cli.train.JsonReport;
import io.coxswain.cli.train.Manifest;
import io.coxswain.cli.train.ManifestException;
import io.coxswain.cli.train.Report;
import io.coxswain.cli.train.Submission;
import io.coxswain.cli.train.TextReport;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import io.coxswain.runtime.manager.Manager;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code coxswain train FILE}: a whole cluster for the objects of one file, until they are done.
 */
@Command(
    name = "train",
    description = "Run the trainings of a file to their end, in a cluster made for them.",
    mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "YAML with at least one TrainJob.")
  private Path file = Path.of("");

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How many nodes that run containers as local processes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default), or json: one object per line, the last one the result.")
  private String output = "text";

  @Override
  public Integer call() throws Exception {
    Instant started = Program.startedAt();
    Env env = Env.production();
    Report report = report();
    try {
      Manifest manifest = read(env);
      try (EmbeddedCluster cluster =
          EmbeddedCluster.start(env, server, ClusterOptions.forTrainings(nodes))) {
        report.note("API server at " + server.describe(cluster.front()));
        List<ObjectKey> trainJobs =
            new Submission(cluster.transport("system:admin"), cluster.client())
                .create(manifest, "TrainJob");

        Manager manager = cluster.addManager("coxswain-train");
        Follower follower = Follower.register(manager, cluster.logs(), trainJobs, report);
        cluster.run(manager);
        giveUpWhenPartOfTheClusterFails(env, cluster, follower);

        Report.Result result;
        try (var _ = Program.onStopSignal(follower::giveUp)) {
          result = follower.await(started);
        }
        report.result(result);
        cluster.failure().ifPresent(why -> report.note("a part of the cluster failed: " + why));
        return result.complete() ? 0 : 1;
      }
    } catch (ManifestException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }

  private static void giveUpWhenPartOfTheClusterFails(
      Env env, EmbeddedCluster cluster, Follower follower) {
    env.tasks()
        .spawn(
            "failure",
            () -> {
              cluster.failed().await(0);
              follower.giveUp();
            });
  }

  private Report report() {
    return switch (output) {
      case "json" -> new JsonReport(System.out);
      case "text" -> new TextReport(System.out, isTerminal());
      default ->
          throw new CommandException("-o " + output + ": there is only 'text' and 'json'", 2);
    };
  }

  @SuppressWarnings("SystemConsoleNull") // the JDK's own one, the default since 25, is null then
  private static boolean isTerminal() {
    return System.console() != null
        && System.console().isTerminal()
        && System.getenv("NO_COLOR") == null;
  }

  private Manifest read(Env env) throws ManifestException {
    try {
      Manifest manifest = Manifest.parse(file.toString(), env.files().read(file));
      if (manifest.documents().stream().noneMatch(d -> d.kind().equals("TrainJob"))) {
        throw new ManifestException(file + ": holds no TrainJob");
      }
      return manifest;
    } catch (NoSuchFileException e) {
      throw new ManifestException(file + ": no such file");
    } catch (IOException e) {
      throw new ManifestException(file + ": cannot be read: " + e.getMessage());
    }
  }
}
