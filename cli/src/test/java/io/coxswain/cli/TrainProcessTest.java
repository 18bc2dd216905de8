package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code coxswain train} as a program, with real processes as nodes. */
final class TrainProcessTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("coxswain.root", "..")).toAbsolutePath().resolve("examples");

  private static final String HELLO =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: hello, namespace: default}
      spec:
        runtimeRef: {name: torch-distributed}
        trainer:
          numNodes: 2
          command: [java, "-XX:TieredStopAtLevel=1", "%s/HelloDistributed.java"]
          env: [{name: EPOCHS, value: "12"}, {name: MIN_EPOCH_MILLIS, value: "250"}]
      """;

  /** Prints what is at each URL, as soon as something is. */
  private static final String GET =
      """
      import java.io.IOException;
      import java.net.URI;
      import java.net.http.*;

      class Get {
        public static void main(String[] urls) throws Exception {
          var client = HttpClient.newHttpClient();
          for (String url : urls) {
            var request = HttpRequest.newBuilder(URI.create(url + "/name")).build();
            for (int tries = 0; ; tries++) {
              try {
                System.out.print(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
                break;
              } catch (IOException e) {
                if (tries == 300) throw e;
                Thread.sleep(100);
              }
            }
          }
        }
      }
      """;

  private static final String WITH_SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: web, namespace: default}
      spec: {selector: {app: web}, ports: [{port: 80, targetPort: 8000}]}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: default, labels: {app: web}}
      spec:
        containers:
        - name: web
          image: none
          env: [{name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]
          command: [sh, -c, "echo served > name; exec jwebserver -b $POD_IP -p 8000 -d $PWD"]
      ---
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: hello, namespace: default}
      spec:
        runtimeRef: {name: torch-distributed}
        trainer:
          numNodes: 1
          command:
          - sh
          - -c
          - |
            echo overwritten > train.py
            exec java "$COXSWAIN_START_DIRECTORY/Get.java" http://web http://web.default.svc.cluster.local:80
      """;

  @TempDir Path folder;

  private final List<JsonNode> events = new ArrayList<>();

  @Test
  void restartsAKilledWorkerAndCompletesTheTraining() throws Exception {
    var killed = new ArrayList<Long>();
    int code =
        train(
            HELLO.formatted(EXAMPLES),
            event -> {
              if (killed.isEmpty() && event.path("progress").asInt() >= 16) {
                killed.add(pidOf("node-0-1"));
                assertThat(ProcessHandle.of(killed.getFirst()).orElseThrow().destroyForcibly())
                    .isTrue();
              }
            });

    assertThat(code).isZero();
    assertThat(killed).hasSize(1);
    JsonNode summary = events.getLast();
    assertThat(summary.path("type").asText()).isEqualTo("summary");
    assertThat(summary.path("outcome").asText()).isEqualTo("complete");
    assertThat(summary.path("restarts").asInt()).isEqualTo(1);
    assertThat(summary.path("firstStepSeconds").asDouble()).isPositive();
    assertThat(losses()).hasSizeGreaterThan(5);
    assertThat(losses().getLast()).isLessThan(losses().getFirst() / 2);
    assertThat(of("log").map(e -> e.path("line").asText()))
        .anyMatch(line -> line.startsWith("lost the others"));
  }

  @Test
  void aProgramThatFailsBeyondItsBudgetFailsTheCommandAndShowsItsLastLines() throws Exception {
    String failing =
        Files.readString(EXAMPLES.resolve("failing.yaml"))
            .replace("backoffLimit: 0", "backoffLimit: 1");

    assertThat(train(failing, event -> {})).isEqualTo(1);

    JsonNode summary = events.getLast();
    assertThat(summary.path("outcome").asText()).isEqualTo("failed");
    assertThat(summary.path("restarts").asInt()).as("the budget was used").isEqualTo(1);
    assertThat(summary.path("failures").get(0).path("node").asText()).isEqualTo("node-0-1");
    assertThat(summary.path("failures").get(0).path("exitCode").asInt()).isEqualTo(1);
    assertThat(summary.path("failures").get(0).path("lastLines"))
        .last()
        .hasToString("\"cannot read the training data: no such file\"");
  }

  @Test
  void followsATrainingOnAnotherCluster() throws Exception {
    Process up = start("up", "--kubeconfig", "cluster");
    try (var out = JavaProcess.lines(up)) {
      for (String line = out.readLine(); !line.startsWith("ready"); line = out.readLine()) {
        assertThat(line).isNotNull();
      }
      String job =
          HELLO.formatted(EXAMPLES).replaceFirst("command: .*", "command: [echo, trained]");

      assertThat(train(job, event -> {}, "--kubeconfig", "cluster")).isZero();

      assertThat(of("log").map(e -> e.path("node").asText() + " " + e.path("line").asText()))
          .containsExactlyInAnyOrder("node-0-0 trained", "node-0-1 trained");
      assertThat(events.getLast().path("outcome").asText()).isEqualTo("complete");
    } finally {
      up.toHandle().destroy();
      assertThat(up.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  @Attack("a training writes a file named like the user's script to its working directory")
  void aTrainingReachesServicesAndLeavesTheDirectoryOfTheCallerAlone() throws Exception {
    Files.writeString(folder.resolve("train.py"), "precious");
    Files.writeString(folder.resolve("Get.java"), GET);

    assertThat(train(WITH_SERVICE, event -> {}, "--all-controllers")).isZero();

    assertThat(folder.resolve("train.py")).hasContent("precious");
    assertThat(of("log").map(e -> e.path("line").asText())).containsExactly("served", "served");
    assertThat(of("note").map(e -> e.path("text").asText()))
        .filteredOn(text -> text.contains("without isolation"))
        .hasSize(1);
    assertThat(folder.resolve("stderr")).content().doesNotContain(" ERROR ", " WARN ");
  }

  private int train(String manifest, Consumer<JsonNode> each, String... more) throws Exception {
    Files.writeString(folder.resolve("job.yaml"), manifest);
    var words = new ArrayList<>(List.of("train", "job.yaml", "-o", "json"));
    words.addAll(List.of(more));
    Process process = start(words.toArray(new String[0]));
    try (var out = JavaProcess.lines(process)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        JsonNode event = Json.MAPPER.readTree(line);
        events.add(event);
        each.accept(event);
      }
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  private java.util.stream.Stream<JsonNode> of(String type) {
    return events.stream().filter(event -> event.path("type").asText().equals(type));
  }

  private List<Double> losses() {
    return of("metric").map(e -> e.at("/metrics/loss").asDouble()).toList();
  }

  /** As told when it was started last. */
  private long pidOf(String node) {
    String said =
        of("phase")
            .filter(e -> e.path("node").asText().equals(node))
            .map(e -> e.path("message").asText())
            .filter(message -> message.contains(" as process "))
            .reduce((_, last) -> last)
            .orElseThrow();
    return Long.parseLong(said.replaceFirst(".* as process (\\d+).*", "$1"));
  }

  private Process start(String... arguments) throws IOException {
    return JavaProcess.coxswain()
        .builder(arguments)
        .directory(folder.toFile())
        .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("stderr").toFile()))
        .start();
  }
}
