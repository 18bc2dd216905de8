package io.coxswain.cli;

import io.coxswain.cli.train.JsonReport;
import io.coxswain.cli.train.LiveReport;
import io.coxswain.cli.train.Manifest;
import io.coxswain.cli.train.ManifestException;
import io.coxswain.cli.train.Report;
import io.coxswain.cli.train.Style;
import io.coxswain.cli.train.TextReport;
import io.coxswain.cli.train.Training;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code coxswain train FILE}: the trainings of a file, followed to their end. */
@Command(
    name = "train",
    description =
        "Run the trainings of a file and follow them to their end: on the cluster of a kubeconfig,"
            + " or in one made for them on this machine. The exit status is theirs: 0 complete, 1"
            + " failed, 130 deleted by Ctrl-C.",
    mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "YAML with at least one TrainJob.")
  private Path file = Path.of("");

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Run them on this cluster. Without it, and without --context, they run on this machine.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description =
          "Run them on the cluster of this context of the kubeconfig; without --kubeconfig, of the"
              + " usual one.")
  private @Nullable String context;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "On this machine: how many nodes, which run containers as local processes (default:"
              + " ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "On this machine: port of the API server on 127.0.0.1; 0 for any free one (default).")
  private int port;

  @Option(
      names = "--write-kubeconfig",
      paramLabel = "FILE",
      defaultValue = ".coxswain/kubeconfig",
      description =
          "On this machine: where to write how to reach the API server (default:"
              + " ${DEFAULT-VALUE}).")
  private Path written = Path.of(".coxswain/kubeconfig");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "text (default), or json: one object per line, of type note, phase, log, metric, and last"
              + " summary.")
  private String output = "text";

  @Option(
      names = "--all-controllers",
      hidden = true,
      description = "On this machine: run all controllers, not only those that trainings need.")
  private boolean allControllers;

  @Override
  public Integer call() throws Exception {
    Instant started = Program.startedAt();
    Env env = Env.production();
    try {
      Manifest manifest = read(env);
      return kubeconfig == null && context == null
          ? here(env, manifest, started)
          : there(env, manifest, started);
    } catch (ManifestException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }

  private int here(Env env, Manifest manifest, Instant started) throws Exception {
    var server = new ServerOptions();
    server.port = port;
    server.kubeconfig = written;
    try (Report report = report(env);
        EmbeddedCluster cluster =
            EmbeddedCluster.start(
                env,
                server,
                allControllers
                    ? ClusterOptions.ofNodes(nodes)
                    : ClusterOptions.forTrainings(nodes))) {
      report.note("API server at " + server.describe(cluster.front()));
      var training =
          new Training(
              env.withApi(cluster.transport("system:admin")), report, terminal(env), false);
      stopWhenPartOfTheClusterFails(env, cluster, training);
      return run(training, manifest, started, report);
    }
  }

  private int there(Env env, Manifest manifest, Instant started) throws Exception {
    HttpTransport server;
    try {
      server =
          HttpTransport.to(
              new Kubeconfig(
                  env.files(),
                  new TreeMap<>(System.getenv()),
                  kubeconfig == null ? null : kubeconfig.toString(),
                  context));
    } catch (KubeconfigException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
    try (Report report = report(env)) {
      report.note("on the cluster at " + server.server());
      var training = new Training(env.withApi(server), report, terminal(env), true);
      return run(training, manifest, started, report);
    }
  }

  private static int run(Training training, Manifest manifest, Instant started, Report report)
      throws Exception {
    try (var _ = Program.onInterrupt(training::interrupt);
        var _ = Program.onStopSignal(() -> training.stop("this program was told to end"))) {
      Report.Result result = training.run(manifest, started);
      report.result(result);
      return result.exitCode();
    }
  }

  private static void stopWhenPartOfTheClusterFails(
      Env env, EmbeddedCluster cluster, Training training) {
    env.tasks()
        .spawn(
            "failure",
            () -> {
              cluster.failed().await(0);
              training.stop("a part of the cluster failed: " + cluster.failure().orElse(""));
            });
  }

  private Report report(Env env) {
    boolean terminal = SystemTerminal.isThere();
    var style =
        new Style(terminal && System.getenv("NO_COLOR") == null, SystemTerminal.hasUnicode());
    return switch (output) {
      case "json" -> new JsonReport(System.out, env.clock());
      case "text" ->
          terminal
              ? new LiveReport(env, SystemTerminal.of(env), style)
              : new TextReport(System.out, env.clock(), style);
      default ->
          throw new CommandException("-o " + output + ": there is only 'text' and 'json'", 2);
    };
  }

  /** Where a question can be asked. */
  private @Nullable SystemTerminal terminal(Env env) {
    return output.equals("text") && SystemTerminal.isThere() ? SystemTerminal.of(env) : null;
  }

  private Manifest read(Env env) throws ManifestException {
    try {
      Manifest manifest = Manifest.parse(file.toString(), env.files().read(file));
      if (manifest.documents().stream().noneMatch(d -> d.kind().equals("TrainJob"))) {
        throw new ManifestException(
            file
                + ": holds no TrainJob, but "
                + String.join(
                    ", ",
                    manifest.documents().stream()
                        .map(d -> d.kind() + " \"" + d.name() + "\"")
                        .toList()));
      }
      return manifest;
    } catch (NoSuchFileException e) {
      throw new ManifestException(file + ": no such file");
    } catch (IOException e) {
      throw new ManifestException(file + ": cannot be read: " + e.getMessage());
    }
  }
}
