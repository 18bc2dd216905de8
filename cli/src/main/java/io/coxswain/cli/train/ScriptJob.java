package io.coxswain.cli.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.FailurePolicy;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.trainer.ShippedRuntimes;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a TrainJob out of a script and its arguments. On this machine the script runs in place, in
 * the directory of the caller; on a cluster its text is part of the command of the containers, as
 * the Kubeflow SDK does it with functions.
 */
public final class ScriptJob {
  public static final String DEFAULT_RUNTIME = "torch-distributed";

  /** Linux limits one argument of a program to 128 KiB. */
  private static final int MAX_SHIPPED_LENGTH = 96 * 1024;

  /** Leaves space for the suffixes of jobs and pods in a name of 63 characters. */
  private static final int MAX_NAME_LENGTH = 35;

  private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

  /** Imports of libraries that expect to be started by torchrun. */
  private static final Pattern TORCH_IMPORT =
      Pattern.compile(
          "^[ \\t]*(?:import|from)[ \\t]+"
              + "(?:torch|lightning|pytorch_lightning|transformers|accelerate)\\b",
          Pattern.MULTILINE);

  private ScriptJob() {}

  /**
   * The options of the user.
   *
   * @param processes the number of processes per node, {@code auto}, or null to leave it to the
   *     runtime
   * @param namespace of the TrainJob
   */
  public record Request(
      Script script,
      int nodes,
      @Nullable String processes,
      String runtime,
      SortedMap<String, String> env,
      String name,
      String namespace) {}

  /**
   * The program to train.
   *
   * @param path as the user wrote it
   * @param file its content; null for a program of the PATH or of the image
   */
  public record Script(String path, byte @Nullable [] file, List<String> arguments) {
    boolean isPython() {
      return file != null && path.endsWith(".py");
    }

    String baseName() {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    private String text() {
      return file == null ? "" : new String(file, StandardCharsets.UTF_8);
    }
  }

  /** A name for the TrainJob of a script: {@code My_Model.py} becomes {@code my-model}. */
  public static String defaultName(Script script) {
    String stem = script.baseName().replaceFirst("(?<=.)\\.[A-Za-z0-9]+$", "");
    String name =
        stem.toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^[-0-9]+", "")
            .replaceAll("-+$", "");
    String cut = name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH - 6));
    return cut.isEmpty() ? "train" : cut.replaceAll("-+$", "");
  }

  public static void checkName(String name) throws ScriptException {
    if (!NAME.matcher(name).matches() || name.length() > MAX_NAME_LENGTH) {
      throw new ScriptException(
          "--name: invalid value \"%s\": must have 1 to %d lower-case letters, digits or '-', begin with a letter and not end with '-'"
              .formatted(name, MAX_NAME_LENGTH));
    }
  }

  /**
   * The job on this machine, with a copy of its runtime that runs in the caller's directory.
   *
   * @param directory the working directory of the script
   * @param program the command that runs a Python script, such as {@code python3}; for another
   *     script the path of its file
   * @param maxRestarts how often all nodes start again after one has failed
   */
  public static Manifest here(Request request, String directory, String program, int maxRestarts)
      throws ScriptException, ManifestException {
    ClusterTrainingRuntime shipped =
        ShippedRuntimes.all().stream()
            .filter(r -> r.getMetadata().getName().equals(request.runtime))
            .findFirst()
            .orElseThrow(() -> unknownRuntime(request.runtime));
    var command = new ArrayList<String>(List.of(program));
    if (request.script.isPython()) {
      if (isLaunchedByTorch(request)) {
        command.addAll(List.of("-m", "torch.distributed.run"));
        addProcesses(command, request);
      }
      command.add(request.script.path());
    }
    command.replaceAll(ScriptJob::literal);
    TrainingRuntime runtime = inPlace(shipped, request, directory, maxRestarts);
    ObjectNode job =
        trainJob(
            request,
            "TrainingRuntime",
            request.name,
            command,
            request.script.arguments().stream().map(ScriptJob::literal).toList());
    return manifest(request, Json.yaml(Json.tree((Object) runtime)) + "---\n" + Json.yaml(job));
  }

  private static ScriptException unknownRuntime(String name) {
    return new ScriptException(
        "--runtime: there is no runtime \"%s\"; there are: %s"
            .formatted(
                name,
                ShippedRuntimes.all().stream()
                    .map(r -> r.getMetadata().getName())
                    .sorted()
                    .collect(Collectors.joining(", "))));
  }

  /** A script that fails does so at once: the user sees its message and not its repetitions. */
  private static TrainingRuntime inPlace(
      ClusterTrainingRuntime shipped, Request request, String directory, int maxRestarts) {
    var runtime = new TrainingRuntime();
    runtime.setMetadata(
        new ObjectMetaBuilder()
            .withName(request.name)
            .withNamespace(request.namespace)
            .withLabels(shipped.getMetadata().getLabels())
            .build());
    runtime.setSpec(shipped.getSpec());
    var jobSet = runtime.getSpec().getTemplate().getSpec();
    var policy = new FailurePolicy();
    policy.setMaxRestarts(maxRestarts);
    jobSet.setFailurePolicy(policy);
    for (ReplicatedJob job : jobSet.getReplicatedJobs()) {
      var pods = job.getTemplate().getSpec();
      pods.setBackoffLimit(0);
      pods.getTemplate().getSpec().setRestartPolicy("Never");
      for (Container container : pods.getTemplate().getSpec().getContainers()) {
        container.setWorkingDir(directory);
      }
    }
    return runtime;
  }

  /** The job on a cluster, which brings the text of its script along. */
  public static Manifest shipped(Request request) throws ScriptException, ManifestException {
    Script script = request.script;
    if (script.file() == null) {
      return manifest(
          request,
          Json.yaml(
              trainJob(
                  request,
                  "ClusterTrainingRuntime",
                  request.runtime,
                  List.of(literal(script.path())),
                  script.arguments().stream().map(ScriptJob::literal).toList())));
    }
    checkShippable(script);
    String file = quoted(script.baseName());
    var start = new ArrayList<String>();
    if (!script.isPython()) {
      start.add("chmod +x " + file + "\nexec ./" + file);
    } else if (isLaunchedByTorch(request)) {
      start.add("exec torchrun");
      addProcesses(start, request);
      start.add(file);
    } else {
      // The image's own choice; Debian has no command of that name.
      start.add("exec \"$(command -v python || echo python3)\" " + file);
    }
    String end = endOfText(script.text());
    String shell =
        "set -e\ncat >%s <<'%s'\n%s%s\n%s \"$@\"\n"
            .formatted(
                file,
                end,
                script.text().endsWith("\n") ? script.text() : script.text() + "\n",
                end,
                String.join(" ", start));
    var arguments = new ArrayList<String>(List.of(script.baseName()));
    arguments.addAll(script.arguments());
    return manifest(
        request,
        Json.yaml(
            trainJob(
                request,
                "ClusterTrainingRuntime",
                request.runtime,
                List.of("sh", "-c", literal(shell)),
                arguments.stream().map(ScriptJob::literal).toList())));
  }

  private static void checkShippable(Script script) throws ScriptException {
    String remedy = "; add it to the image of the runtime and give its absolute path there";
    byte[] file = script.file();
    if (file != null && file.length > MAX_SHIPPED_LENGTH) {
      throw new ScriptException(
          "%s: has %d bytes; at most %d can be sent to a cluster%s"
              .formatted(script.path(), file.length, MAX_SHIPPED_LENGTH, remedy));
    }
    String text = script.text();
    if (text.indexOf('\0') >= 0 || text.indexOf('\uFFFD') >= 0) {
      throw new ScriptException(
          script.path() + ": is not a text file in UTF-8 and cannot be sent to a cluster" + remedy);
    }
  }

  /** A line that the text does not contain. */
  private static String endOfText(String text) {
    String end = "END_OF_SCRIPT";
    while (text.contains(end)) {
      end += "_";
    }
    return end;
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** Kubernetes replaces {@code $(NAME)} and {@code $$} in commands and variables. */
  private static String literal(String text) {
    return text.replace("$", "$$");
  }

  private static boolean isLaunchedByTorch(Request request) {
    return request.runtime.startsWith("torch")
        && (request.processes != null || TORCH_IMPORT.matcher(request.script.text()).find());
  }

  private static void addProcesses(List<String> command, Request request) {
    if ("auto".equals(request.processes)) {
      command.add("--nproc-per-node=auto");
    }
  }

  private static ObjectNode trainJob(
      Request request,
      String runtimeKind,
      String runtime,
      List<String> command,
      List<String> arguments)
      throws ScriptException {
    ObjectNode job = Json.MAPPER.createObjectNode();
    job.put("apiVersion", "trainer.kubeflow.org/v1alpha1").put("kind", "TrainJob");
    job.putObject("metadata").put("name", request.name).put("namespace", request.namespace);
    ObjectNode spec = job.putObject("spec");
    ObjectNode reference = spec.putObject("runtimeRef");
    if (!runtimeKind.equals("ClusterTrainingRuntime")) {
      reference.put("kind", runtimeKind);
    }
    reference.put("name", runtime);
    ObjectNode trainer = spec.putObject("trainer").put("numNodes", request.nodes);
    addProcesses(trainer, request);
    command.forEach(trainer.putArray("command")::add);
    if (!arguments.isEmpty()) {
      arguments.forEach(trainer.putArray("args")::add);
    }
    var variables = new TreeMap<String, String>(request.env);
    if (request.script.isPython()) {
      variables.putIfAbsent("PYTHONUNBUFFERED", "1"); // otherwise lines arrive in blocks
    }
    if (!variables.isEmpty()) {
      ArrayNode env = trainer.putArray("env");
      for (Map.Entry<String, String> each : variables.entrySet()) {
        env.addObject().put("name", each.getKey()).put("value", literal(each.getValue()));
      }
    }
    return job;
  }

  private static void addProcesses(ObjectNode trainer, Request request) throws ScriptException {
    String processes = request.processes;
    if (processes == null) {
      return;
    }
    if (!processes.equals("auto")) {
      trainer.put("numProcPerNode", Integer.parseInt(processes));
    } else if (!request.script.isPython() || !isLaunchedByTorch(request)) {
      throw new ScriptException(
          "--nproc-per-node: auto requires a Python script on a torch runtime; give a number");
    }
  }

  private static Manifest manifest(Request request, String yaml) throws ManifestException {
    return Manifest.parse(
        "the TrainJob of " + request.script.path(), yaml.getBytes(StandardCharsets.UTF_8));
  }
}
