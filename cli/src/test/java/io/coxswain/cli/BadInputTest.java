package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Bad input of every kind is answered with one clear line, exit code 2 or 1 and no stack trace. */
final class BadInputTest {
  private static final String TRAIN_JOB =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: j}
      spec: {runtimeRef: {name: torch-distributed}}
      """;
  private static final String KUBECONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: c
      contexts: [{name: c, context: {cluster: c, user: u}}]
      clusters: [{name: c, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
      users: [{name: u, user: {token: x}}]
      """;

  @TempDir Path folder;

  private final StringWriter errors = new StringWriter();
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
  private final PrintStream standardError = System.err;

  @BeforeEach
  void write() throws IOException {
    System.setErr(new PrintStream(stream, true, StandardCharsets.UTF_8));
    file("job.yaml", TRAIN_JOB);
    file("file", "");
    file("a.py", "print(1)");
    file("empty.yaml", "");
    file("comments.yaml", "# nothing\n---\n");
    file("list.yaml", "- a\n- b\n");
    file("syntax.yaml", "a: b: c\n");
    file("deep.yaml", "a: " + "[".repeat(20_000) + "]".repeat(20_000));
    file("kinds.yaml", object("ConfigMap", "a") + "---\n" + object("Service", "b"));
    Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26});
    file("garbage", "hello: [");
    file("refused", KUBECONFIG.formatted("https://127.0.0.1:1"));
    file("dns", KUBECONFIG.formatted("https://no-such-host.invalid:6443"));
    file("no-context", "apiVersion: v1\nkind: Config\n");
  }

  @AfterEach
  void restore() throws Exception {
    System.setErr(standardError);
    TestLogs.restore();
  }

  private void file(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }

  private static String object(String kind, String name) {
    return "apiVersion: v1\nkind: %s\nmetadata: {name: %s}\n".formatted(kind, name);
  }

  private static void scripts(List<Arguments> rows) {
    rows.add(row(2, "missing.py: no such file", "train", "@missing.py"));
    rows.add(row(2, "no-such-program: no such file or program", "train", "no-such-program"));
    rows.add(row(2, "nor executable; run 'chmod +x", "train", "@file"));
    rows.add(row(2, "--nnodes: invalid value 0: must be", "train", "--nnodes", "0", "@a.py"));
    rows.add(
        row(2, "--nproc-per-node: invalid value \"x\"", "train", "--nproc-per-node", "x", "@a.py"));
    rows.add(row(2, "--env: invalid value \"A\": must be", "train", "--env", "A", "@a.py"));
    rows.add(row(2, "--env: invalid value \"=1\"", "train", "--env", "=1", "@a.py"));
    rows.add(row(2, "--name: invalid value \"A_b\"", "train", "--name", "A_b", "@a.py"));
    rows.add(row(2, "--name: invalid value", "train", "--name", "a".repeat(36), "@a.py"));
    rows.add(row(2, "there is no runtime \"x\"; there", "train", "--runtime", "x", "@a.py"));
    rows.add(row(2, "--max-restarts: invalid value -1", "train", "--max-restarts", "-1", "@a.py"));
    rows.add(row(2, "--dry-run: invalid value \"server\"", "train", "--dry-run=server", "@a.py"));
    rows.add(row(2, "--output: unsupported", "train", "--dry-run=client", "-o", "xml", "@a.py"));
    rows.add(row(2, "--nnodes: applies to scripts only", "train", "--nnodes", "2", "@job.yaml"));
    rows.add(row(2, "Unmatched argument: 'more'", "train", "@job.yaml", "more"));
    rows.add(row(1, "missing does not exist", "train", "--kubeconfig", "@missing", "@a.py"));
    rows.add(
        row(
            2,
            "on a cluster the runtime",
            "train",
            "--max-restarts",
            "1",
            "--kubeconfig",
            "@dns",
            "@a.py"));
  }

  /** Exit code, expected text, command line; words that start with @ are files in the folder. */
  static Stream<Arguments> rows() {
    var rows = new ArrayList<Arguments>();
    for (String command : List.of("up", "apiserver")) {
      rows.add(
          row(
              2,
              "--port: invalid value 99999: must be between 0 and 65535",
              command,
              "--port",
              "99999"));
      rows.add(row(2, "--port: invalid value -1: must be", command, "--port", "-1"));
      rows.add(
          row(
              2,
              "Invalid value for option '--port': 'http' is not an int",
              command,
              "--port",
              "http"));
      rows.add(row(2, "--data-dir: invalid value \"\"", command, "--data-dir", ""));
      rows.add(row(2, "--kubeconfig: invalid value \"\"", command, "--kubeconfig", ""));
      rows.add(row(1, "file is not a directory", command, "--data-dir", "@file"));
      rows.add(row(1, "Is a directory", command, "--kubeconfig", "@."));
      rows.add(row(2, "Unknown options: '--nodez'", command, "--nodez", "3"));
    }
    rows.add(row(2, "--nodes: invalid value -1: must be between 0 and", "up", "--nodes", "-1"));
    rows.add(row(2, "--nodes: invalid value 1000000", "up", "--nodes", "1000000"));
    rows.add(
        row(
            2,
            "--nodes: invalid value 1000000",
            "up",
            "--nodes",
            "1000000",
            "--node-kind",
            "simulated"));
    rows.add(row(2, "--node-kind", "up", "--node-kind", "virtual"));
    rows.add(row(2, "--stages: ", "up", "--stages", "@nothing"));
    rows.add(
        row(
            2,
            "--no-controllers: unknown controller manager \"job\"; must be one of: all,"
                + " kube-controller-manager, jobset",
            "up",
            "--no-controllers=job"));
    rows.add(
        row(
            2,
            "--nodes: invalid value -1: must be between 1 and",
            "train",
            "--nodes",
            "-1",
            "@job.yaml"));
    rows.add(row(2, "--port: invalid value 99999", "train", "--port", "99999", "@job.yaml"));
    rows.add(
        row(
            2,
            "--output: unsupported format \"yaml\"; must be one of: text, json",
            "train",
            "-o",
            "yaml",
            "@job.yaml"));
    rows.add(row(2, "SCRIPT: invalid value \"\"", "train", ""));
    rows.add(row(2, "Missing required parameter: 'SCRIPT|FILE.yaml'", "train"));
    scripts(rows);
    for (String command : List.of("train", "render")) {
      rows.add(row(1, "missing.yaml: no such file", command, "@missing.yaml"));
      rows.add(row(command.equals("train") ? 2 : 1, "Is a directory", command, "@."));
      rows.add(row(1, "binary.yaml: not a text file", command, "@binary.yaml"));
      rows.add(
          row(1, "deep.yaml: invalid YAML: Nesting Depth exceeded max 50", command, "@deep.yaml"));
      rows.add(row(1, "empty.yaml: no objects found", command, "@empty.yaml"));
      rows.add(row(1, "comments.yaml: no objects found", command, "@comments.yaml"));
      rows.add(row(1, "list.yaml:1: not a Kubernetes object", command, "@list.yaml"));
      rows.add(
          row(
              1,
              "syntax.yaml:1: invalid YAML: mapping values are not allowed here",
              command,
              "@syntax.yaml"));
    }
    rows.add(
        row(
            1,
            "kinds.yaml: no TrainJob found; the file contains: ConfigMap \"a\", Service \"b\"",
            "train",
            "@kinds.yaml"));
    rows.add(
        row(
            1,
            "kinds.yaml: no TrainJob, SlurmCluster or NodeConfigurator found",
            "render",
            "@kinds.yaml"));
    rows.add(row(1, "missing does not exist", "train", "--kubeconfig", "@missing", "@job.yaml"));
    rows.add(row(1, "garbage", "train", "--kubeconfig", "@garbage", "@job.yaml"));
    rows.add(row(1, "no current-context", "train", "--kubeconfig", "@no-context", "@job.yaml"));
    rows.add(
        row(
            1,
            "no context \"nope\"",
            "train",
            "--kubeconfig",
            "@refused",
            "--context",
            "nope",
            "@job.yaml"));
    rows.add(
        row(
            1,
            "unable to connect to the server: ",
            "train",
            "--kubeconfig",
            "@refused",
            "@job.yaml"));
    rows.add(
        row(
            1,
            "no address for no-such-host.invalid",
            "train",
            "--kubeconfig",
            "@dns",
            "@job.yaml"));
    rows.add(
        row(
            2,
            "unknown scenario \"nope\"; available scenarios: cluster-churn, gangs",
            "sim",
            "nope"));
    rows.add(row(2, "unknown process \"nope\" in scenario", "sim", "trainjob", "--sweep", "nope"));
    rows.add(row(2, "unknown process \"nope\" in scenario", "sim", "trainjob", "--chaos", "nope"));
    rows.add(
        row(
            2,
            "unknown process \"nope\" in scenario",
            "sim",
            "trainjob",
            "--seed",
            "1",
            "--faults",
            "nope@1=kill"));
    rows.add(
        row(
            2,
            "unknown kind \"nope\"; must be one of: ",
            "sim",
            "trainjob",
            "--seed",
            "1",
            "--faults",
            "controllers@1=nope"));
    rows.add(
        row(
            2,
            "invalid fault \"x\": must be PROCESS@WRITE=KIND",
            "sim",
            "trainjob",
            "--seed",
            "1",
            "--faults",
            "x"));
    rows.add(
        row(
            2,
            "\"z\" is not a positive number",
            "sim",
            "trainjob",
            "--seed",
            "1",
            "--faults",
            "controllers@z=kill"));
    rows.add(
        row(2, "--faults: requires --seed", "sim", "trainjob", "--faults", "controllers@1=kill"));
    rows.add(row(2, "--fault", "sim", "trainjob", "--sweep", "controllers", "--fault", "nope"));
    rows.add(
        row(
            2,
            "--every: invalid value 0",
            "sim",
            "trainjob",
            "--sweep",
            "controllers",
            "--every",
            "0"));
    rows.add(row(2, "--seeds: invalid value -1", "sim", "trainjob", "--seeds", "-1"));
    rows.add(row(2, "did you mean", "tarin", "job.yaml"));
    rows.add(row(2, "did you mean", "up", "--nodez", "3"));
    for (String program :
        List.of("jobset-controller", "trainer-controller-manager", "soperatorchecks")) {
      rows.add(row(1, "missing does not exist", program, "--kubeconfig=@missing"));
      rows.add(row(1, "garbage", program, "--kubeconfig=@garbage"));
    }
    String namespace = "--operator-namespace=n";
    rows.add(row(1, "missing does not exist", "soperator", namespace, "--kubeconfig=@missing"));
    rows.add(row(1, "garbage", "soperator", namespace, "--kubeconfig=@garbage"));
    return rows.stream();
  }

  private static Arguments row(int code, String text, String... words) {
    return Arguments.of(String.join(" ", words), code, text, List.of(words));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("rows")
  @Attack("bad flags, files and servers on the command line")
  void rejectsBadInput(String name, int code, String text, List<String> words) {
    String[] arguments =
        words.stream()
            .map(word -> word.replace("@.", folder.toString()))
            .map(word -> word.replaceFirst("^(--kubeconfig=)?@(?=[a-z])", "$1" + folder + "/"))
            .toArray(String[]::new);
    CommandLine line = Coxswain.commandLine(arguments);
    line.setErr(new PrintWriter(errors, true));

    int actual = line.execute(arguments);

    String printed = errors + stream.toString(StandardCharsets.UTF_8);
    assertThat(printed).as(name).contains(text).doesNotContain("\tat ");
    assertThat(actual).as(printed).isEqualTo(code);
  }
}
