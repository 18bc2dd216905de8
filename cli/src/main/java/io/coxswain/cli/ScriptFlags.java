package io.coxswain.cli;

import io.coxswain.cli.train.Manifest;
import io.coxswain.cli.train.ManifestException;
import io.coxswain.cli.train.ScriptException;
import io.coxswain.cli.train.ScriptJob;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How {@code coxswain train} runs a script. */
final class ScriptFlags {
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");
  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,3}");

  /** Longer files are not read: they are no scripts. */
  private static final int MAX_LENGTH = 16 << 20;

  private static final int EXECUTABLE = 0111;

  @Option(
      names = "--nnodes",
      paramLabel = "N",
      description = "Script only: number of nodes to train on (default: 1).")
  private @Nullable Integer nodes;

  @Option(
      names = "--nproc-per-node",
      paramLabel = "N",
      description =
          "Script only: number of processes on each node. auto is one per GPU or, without GPUs, one"
              + " per processor (default: as the runtime has it).")
  private @Nullable String processes;

  @Option(
      names = "--runtime",
      paramLabel = "NAME",
      description =
          "Script only: ClusterTrainingRuntime to train with (default: torch-distributed).")
  private @Nullable String runtime;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Script only: environment variable to set. Can be repeated.")
  private List<String> env = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Script only: name of the TrainJob (default: made from that of the script).")
  private @Nullable String name;

  @Option(
      names = "--max-restarts",
      paramLabel = "N",
      description =
          "Script on the local cluster only: how often all nodes start again after one has failed"
              + " (default: 0).")
  private @Nullable Integer maxRestarts;

  /** Whether the words after SCRIPT are options of this command and not arguments of the script. */
  static boolean isManifest(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return path.isEmpty()
        || lower.endsWith(".yaml")
        || lower.endsWith(".yml")
        || lower.endsWith(".json");
  }

  int nodes() {
    return nodes == null ? 1 : nodes;
  }

  /** Rejects flags that a manifest sets itself. */
  void checkUnused() {
    var given = new TreeMap<String, @Nullable Object>();
    given.put("--nnodes", nodes);
    given.put("--nproc-per-node", processes);
    given.put("--runtime", runtime);
    given.put("--env", env.isEmpty() ? null : env);
    given.put("--name", name);
    given.put("--max-restarts", maxRestarts);
    given.forEach(
        (flag, value) -> {
          if (value != null) {
            throw new CommandException(
                flag + ": applies to scripts only; set it in the manifest instead", 2);
          }
        });
  }

  /** A TrainJob that runs the script in the current directory. */
  Manifest here(Files files, String path, List<String> arguments)
      throws ScriptException, ManifestException {
    ScriptJob.Script script = read(files, path, arguments, true);
    var variables = new TreeMap<>(variables());
    String virtual = System.getenv("VIRTUAL_ENV");
    if (virtual != null && !virtual.isEmpty()) {
      variables.putIfAbsent("VIRTUAL_ENV", virtual);
      variables.putIfAbsent("PATH", virtual + "/bin" + File.pathSeparator + path());
    }
    if (maxRestarts != null) {
      FlagValues.checkRange("--max-restarts", maxRestarts, 0, 1_000);
    }
    return ScriptJob.here(
        request(script, variables, name == null ? ScriptJob.defaultName(script) : name, "default"),
        Path.of("").toAbsolutePath().toString(),
        program(files, script, variables.getOrDefault("PATH", path())),
        maxRestarts == null ? 0 : maxRestarts);
  }

  private static String program(Files files, ScriptJob.Script script, String path)
      throws ScriptException {
    if (isPython(script)) {
      if (find(files, "python3", path).isEmpty()) {
        throw new ScriptException(
            script.path()
                + ": requires python3, which is not on the PATH; activate a virtual"
                + " environment or install Python");
      }
      return "python3";
    }
    if (script.file() == null) {
      return script.path();
    }
    Path file = Path.of(script.path()).toAbsolutePath().normalize();
    try {
      if ((files.mode(file) & EXECUTABLE) == 0) {
        throw new ScriptException(
            "%s: is neither a Python script (.py), a manifest (.yaml) nor executable; run 'chmod +x %s'"
                .formatted(script.path(), script.path()));
      }
    } catch (IOException e) {
      throw new ScriptException(script.path() + ": " + FileProblem.why(e));
    }
    return file.toString();
  }

  private static boolean isPython(ScriptJob.Script script) {
    return script.file() != null && script.path().endsWith(".py");
  }

  /** A TrainJob that carries the text of the script. */
  Manifest shipped(Env env, String path, List<String> arguments, String namespace)
      throws ScriptException, ManifestException {
    if (maxRestarts != null) {
      throw new ScriptException(
          "--max-restarts: on a cluster the runtime decides; choose one with --runtime");
    }
    ScriptJob.Script script = read(env.files(), path, arguments, false);
    String unique = ScriptJob.defaultName(script) + "-" + env.entropy().suffix(5);
    return ScriptJob.shipped(request(script, variables(), name == null ? unique : name, namespace));
  }

  private ScriptJob.Request request(
      ScriptJob.Script script, SortedMap<String, String> variables, String job, String namespace)
      throws ScriptException {
    FlagValues.checkRange("--nnodes", nodes(), 1, ClusterOptions.MAX_PROCESS_NODES);
    if (processes != null && !processes.equals("auto") && !COUNT.matcher(processes).matches()) {
      throw new ScriptException(
          "--nproc-per-node: invalid value \"%s\": must be auto or a number between 1 and 9999"
              .formatted(processes));
    }
    ScriptJob.checkName(job);
    return new ScriptJob.Request(
        script,
        nodes(),
        processes,
        runtime == null ? ScriptJob.DEFAULT_RUNTIME : runtime,
        variables,
        job,
        namespace);
  }

  private SortedMap<String, String> variables() throws ScriptException {
    var variables = new TreeMap<String, String>();
    for (String each : env) {
      int equals = each.indexOf('=');
      if (equals < 1 || !VARIABLE.matcher(each.substring(0, equals)).matches()) {
        throw new ScriptException(
            "--env: invalid value \"%s\": must be NAME=VALUE, such as LR=0.1".formatted(each));
      }
      variables.put(each.substring(0, equals), each.substring(equals + 1));
    }
    return variables;
  }

  private static String path() {
    String path = System.getenv("PATH");
    return path == null ? "/usr/local/bin:/usr/bin:/bin" : path;
  }

  /**
   * Reads the script.
   *
   * @param local whether what is not a file must be a program of the PATH; otherwise it is one of
   *     the image
   */
  private static ScriptJob.Script read(
      Files files, String path, List<String> arguments, boolean local) throws ScriptException {
    boolean python = path.endsWith(".py");
    try {
      Path file = Path.of(path);
      if (files.exists(file)) {
        if (local && !python && files.size(file) > MAX_LENGTH) {
          return new ScriptJob.Script(path, new byte[0], arguments); // it runs where it is
        }
        if (files.size(file) > MAX_LENGTH) {
          throw new ScriptException(
              "%s: has %d bytes; a script has at most %d"
                  .formatted(path, files.size(file), MAX_LENGTH));
        }
        return new ScriptJob.Script(path, files.read(file), arguments);
      }
    } catch (InvalidPathException | IOException e) {
      throw new ScriptException(
          path + ": " + (e instanceof IOException why ? FileProblem.why(why) : "is not a path"));
    }
    boolean isFile = path.indexOf('/') >= 0 || python;
    boolean isInImage = !local && (path.startsWith("/") || !isFile);
    if (!isInImage && (isFile || find(files, path, path()).isEmpty())) {
      throw new ScriptException(path + ": no such file" + (isFile ? "" : " or program"));
    }
    return new ScriptJob.Script(path, null, arguments);
  }

  private static Optional<Path> find(Files files, String program, String path) {
    for (String directory : path.split(File.pathSeparator)) {
      Path candidate = Path.of(directory, program);
      if (!directory.isEmpty() && files.exists(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
