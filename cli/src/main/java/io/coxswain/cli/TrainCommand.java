package io.coxswain.cli;

import io.coxswain.api.Json;
import io.coxswain.cli.train.JsonReport;
import io.coxswain.cli.train.LiveReport;
import io.coxswain.cli.train.Manifest;
import io.coxswain.cli.train.ManifestException;
import io.coxswain.cli.train.Report;
import io.coxswain.cli.train.ScriptException;
import io.coxswain.cli.train.Style;
import io.coxswain.cli.train.TextReport;
import io.coxswain.cli.train.Training;
import io.coxswain.env.CancelledException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code coxswain train}: trains a script, or runs the TrainJobs of a manifest, and follows them to
 * their end.
 */
@Command(
    name = "train",
    customSynopsis = {
      "coxswain train [OPTIONS] SCRIPT [ARGS...]",
      "       coxswain train [OPTIONS] FILE.yaml [OPTIONS]"
    },
    description = {
      "Train a script, or run the TrainJobs of a manifest, and follow them until they finish, on an"
          + " existing cluster or on a temporary local one.",
      "",
      "On the local cluster, a script runs in the current directory with the environment of the"
          + " caller, including an active virtual environment. With --kubeconfig or --context, its"
          + " text is sent with the TrainJob. torchrun starts a Python script that imports torch or"
          + " is given --nproc-per-node.",
      "",
      "Exit status: 0 if all complete, 1 if one fails, 2 for invalid usage, 130 if they are deleted"
          + " with Ctrl-C.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  coxswain train my.py --lr 0.1                 Train a script on this machine.",
      "  coxswain train --nnodes 2 my.py               Train it on two nodes.",
      "  coxswain train --nnodes 2 --dry-run=client -o yaml my.py",
      "                                                Print the TrainJob.",
      "  coxswain train --nnodes 2 --context prod my.py",
      "                                                Train it on a cluster.",
      "  coxswain train job.yaml                       Run the TrainJobs of a manifest."
    },
    mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
  /** The exit code of a program that was interrupted before it created anything. */
  private static final int INTERRUPTED = 130;

  private static final int DEFAULT_NODES = 3;

  @Parameters(
      index = "0",
      paramLabel = "SCRIPT|FILE.yaml",
      preprocessor = RestIsTheScripts.class,
      description =
          "Python script or program to train, or a manifest (.yaml, .yml, .json) that contains at"
              + " least one TrainJob.")
  private String file = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGS",
      description = "Arguments of the script. All words after SCRIPT are passed on to it.")
  private List<String> arguments = new ArrayList<>();

  @Mixin private ScriptFlags scripts = new ScriptFlags();

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
      description =
          "Local cluster only: number of nodes, which run containers as local processes (default: 3,"
              + " or as many as --nnodes).")
  private @Nullable Integer nodes;

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
              + " with a type of note, phase, log, metric or, last, summary. With --dry-run=client:"
              + " yaml (default) or json.")
  private String output = "text";

  @Option(
      names = "--all-controllers",
      hidden = true,
      description =
          "Local cluster only: run all controllers instead of only those that TrainJobs need.")
  private boolean allControllers;

  @Option(
      names = "--dry-run",
      paramLabel = "MODE",
      description = "With client, print the objects that would be created and do not create them.")
  private @Nullable String dryRun;

  /** Passes all words after a script on to it, also those that look like options. */
  static final class RestIsTheScripts implements CommandLine.IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words,
        CommandLine.Model.CommandSpec command,
        CommandLine.Model.ArgSpec parameter,
        Map<String, Object> info) {
      if (ScriptFlags.isManifest(words.peek())) {
        return false;
      }
      var train = (TrainCommand) command.userObject();
      train.file = words.pop();
      while (!words.isEmpty()) {
        train.arguments.add(words.pop());
      }
      return true;
    }
  }

  @Override
  public Integer call() throws Exception {
    Instant started = Program.startedAt();
    checkFlags();
    Env env = Env.production();
    try {
      Manifest manifest = ScriptFlags.isManifest(file) ? read(env) : script(env);
      if (dryRun != null) {
        print(manifest);
        return 0;
      }
      return isLocal() ? here(env, manifest, started) : there(env, manifest, started);
    } catch (ManifestException | KubeconfigException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    } catch (ScriptException e) {
      throw new CommandException(String.valueOf(e.getMessage()), CommandLine.ExitCode.USAGE);
    }
  }

  private boolean isLocal() {
    return kubeconfig == null && context == null;
  }

  private void checkFlags() {
    FlagValues.checkPort("--port", port);
    FlagValues.checkRange("--nodes", nodeCount(), 1, ClusterOptions.MAX_PROCESS_NODES);
    FlagValues.checkPath("SCRIPT", Path.of(file));
    FlagValues.checkPath("--write-kubeconfig", written);
    if (dryRun != null && !dryRun.equals("client")) {
      throw new CommandException("--dry-run: invalid value \"" + dryRun + "\"; must be client", 2);
    }
    List<String> formats = dryRun == null ? List.of("text", "json") : List.of("yaml", "json");
    boolean isDefault = output.equals("text");
    if (!formats.contains(output) && !(dryRun != null && isDefault)) {
      throw new CommandException(
          "--output: unsupported format \"%s\"; must be one of: %s"
              .formatted(output, String.join(", ", formats)),
          2);
    }
    if (ScriptFlags.isManifest(file)) {
      if (!arguments.isEmpty()) {
        throw new CommandException(
            "Unmatched argument: '%s'; a manifest takes no arguments"
                .formatted(arguments.getFirst()),
            2);
      }
      scripts.checkUnused();
    }
  }

  /** As many nodes as the script has, unless the user gave a number. */
  private int nodeCount() {
    return nodes != null ? nodes : Math.max(DEFAULT_NODES, scripts.nodes());
  }

  private Manifest script(Env env) throws ScriptException, ManifestException, KubeconfigException {
    if (isLocal()) {
      return scripts.here(env.files(), file, arguments);
    }
    String namespace = kubeconfig(env).load().getNamespace();
    return scripts.shipped(env, file, arguments, namespace == null ? "default" : namespace);
  }

  private void print(Manifest manifest) {
    if (output.equals("json")) {
      manifest.documents().forEach(each -> System.out.println(each.object().toPrettyString()));
    } else {
      System.out.print(
          manifest.documents().stream()
              .map(each -> Json.yaml(each.object()))
              .collect(Collectors.joining("---\n")));
    }
  }

  private int here(Env env, Manifest manifest, Instant started) throws Exception {
    var server = new ServerOptions();
    server.port = port;
    server.kubeconfig = written;
    server.isTemporary = true;
    ClusterOptions options =
        allControllers
            ? ClusterOptions.ofNodes(nodeCount())
            : ClusterOptions.forTrainings(nodeCount());
    options.callerEnvironment = !ScriptFlags.isManifest(file);
    var stopping = new AtomicBoolean();
    try (Report report = report(env);
        var _ = Program.onStopSignal(() -> stopping.set(true));
        EmbeddedCluster cluster =
            EmbeddedCluster.start(env, server, options, report::note, stopping::get)) {
      report.note("API server at " + server.describe(cluster.front()));
      var training =
          new Training(
              env.withApi(cluster.transport("system:admin")), report, terminal(env), false);
      stopWhenPartOfTheClusterFails(env, cluster, training);
      return run(training, manifest, started, report);
    } catch (CancelledException e) {
      if (!stopping.get()) {
        throw e;
      }
      return INTERRUPTED;
    }
  }

  private int there(Env env, Manifest manifest, Instant started) throws Exception {
    HttpTransport server = HttpTransport.to(kubeconfig(env));
    try (Report report = report(env)) {
      report.note("using the cluster at " + server.server());
      var training = new Training(env.withApi(server), report, terminal(env), true);
      return run(training, manifest, started, report);
    }
  }

  private Kubeconfig kubeconfig(Env env) {
    return new Kubeconfig(
        env.files(),
        new TreeMap<>(System.getenv()),
        kubeconfig == null ? null : kubeconfig.toString(),
        context);
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

  /** The terminal, if the user can be asked. */
  private @Nullable SystemTerminal terminal(Env env) {
    return output.equals("text") && SystemTerminal.isThere() ? SystemTerminal.of(env) : null;
  }

  private Manifest read(Env env) throws ManifestException {
    try {
      Manifest manifest = Manifest.parse(file, env.files().read(Path.of(file)));
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
