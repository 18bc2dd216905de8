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
import io.coxswain.env.FileProblem;
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
        "Create the TrainJobs in a file and follow them until they finish, on an existing cluster or"
            + " on a temporary local one. Exit status: 0 if all complete, 1 if one fails, 130 if they"
            + " are deleted with Ctrl-C.",
    mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Manifest that contains at least one TrainJob.")
  private Path file = Path.of("");

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Kubeconfig of the cluster to use. Without --kubeconfig and --context, a local cluster is"
              + " started.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description =
          "Kubeconfig context to use. Without --kubeconfig, the default kubeconfig is read.")
  private @Nullable String context;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Local cluster only: number of nodes, which run containers as local processes (default:"
              + " ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Local cluster only: port on 127.0.0.1 to serve the API on. 0 selects a free port"
              + " (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--write-kubeconfig",
      paramLabel = "FILE",
      defaultValue = ".coxswain/kubeconfig",
      description =
          "Local cluster only: path to write its kubeconfig to (default: ${DEFAULT-VALUE}).")
  private Path written = Path.of(".coxswain/kubeconfig");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "Output format: text or json (default: ${DEFAULT-VALUE}). json prints one object per line"
              + " with a type of note, phase, log, metric or, last, summary.")
  private String output = "text";

  @Option(
      names = "--all-controllers",
      hidden = true,
      description =
          "Local cluster only: run all controllers instead of only those that TrainJobs need.")
  private boolean allControllers;

  @Override
  public Integer call() throws Exception {
    Instant started = Program.startedAt();
    checkFlags();
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

  private void checkFlags() {
    FlagValues.checkPort("--port", port);
    FlagValues.checkRange("--nodes", nodes, 1, ClusterOptions.MAX_PROCESS_NODES);
    FlagValues.checkPath("FILE", file);
    FlagValues.checkPath("--write-kubeconfig", written);
    if (!output.equals("text") && !output.equals("json")) {
      throw new CommandException(
          "--output: unsupported format \"" + output + "\"; must be one of: text, json", 2);
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
                allControllers ? ClusterOptions.ofNodes(nodes) : ClusterOptions.forTrainings(nodes),
                report::note)) {
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
      report.note("using the cluster at " + server.server());
      var training = new Training(env.withApi(server), report, terminal(env), true);
      return run(training, manifest, started, report);
    }
  }

  private static int run(Training training, Manifest manifest, Instant started, Report report)
      throws Exception {
    try (var _ = Program.onInterrupt(training::interrupt);
        var _ = Program.onStopSignal(() -> training.stop("the process was asked to stop"))) {
      Report.Result result = training.run(manifest, started);
      report.result(result);
      return result.exitCode();
    } finally {
      SystemTerminal.restoreAny();
    }
  }

  private static void stopWhenPartOfTheClusterFails(
      Env env, EmbeddedCluster cluster, Training training) {
    env.tasks()
        .spawn(
            "failure",
            () -> {
              cluster.failed().await(0);
              training.stop("the cluster failed: " + cluster.failure().orElse(""));
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
      default -> throw new IllegalStateException(output);
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
                + ": no TrainJob found; the file contains: "
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
      throw new ManifestException(file + ": " + FileProblem.why(e));
    }
  }
}
