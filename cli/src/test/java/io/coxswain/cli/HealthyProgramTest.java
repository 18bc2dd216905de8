package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that are used as intended, in a small heap, log no warning and no error. */
@Timeout(300)
final class HealthyProgramTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("coxswain.root", "..")).toAbsolutePath().resolve("examples");
  private static final Duration PERIOD = Duration.ofMillis(200);

  /** Workloads of each controller manager; all of them last until they are deleted. */
  private static final Map<String, String> WORKLOADS =
      Map.of(
          "/apis/apps/v1/namespaces/%s/deployments",
          """
          metadata: {name: web}
          spec:
            replicas: 2
            selector: {matchLabels: {app: web}}
            template:
              metadata: {labels: {app: web}}
              spec:
                terminationGracePeriodSeconds: 1
                containers: [{name: c, image: none, command: [sleep, "1000"]}]
          """,
          "/api/v1/namespaces/%s/services",
          """
          metadata: {name: web}
          spec: {selector: {app: web}, ports: [{port: 80}]}
          """,
          "/apis/apps/v1/namespaces/%s/statefulsets",
          """
          metadata: {name: db}
          spec:
            serviceName: db
            selector: {matchLabels: {app: db}}
            template:
              metadata: {labels: {app: db}}
              spec:
                terminationGracePeriodSeconds: 1
                containers: [{name: c, image: none, command: [sleep, "1000"]}]
          """,
          "/apis/batch/v1/namespaces/%s/cronjobs",
          """
          metadata: {name: often}
          spec:
            schedule: "* * * * *"
            jobTemplate:
              spec:
                template:
                  spec: {restartPolicy: Never, containers: [{name: c, image: none, command: ["true"]}]}
          """,
          "/apis/jobset.x-k8s.io/v1alpha2/namespaces/%s/jobsets",
          """
          apiVersion: jobset.x-k8s.io/v1alpha2
          kind: JobSet
          metadata: {name: gang}
          spec:
            replicatedJobs:
            - name: workers
              replicas: 2
              template:
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      terminationGracePeriodSeconds: 1
                      containers: [{name: c, image: none, command: [sleep, "1000"]}]
          """,
          "/apis/trainer.kubeflow.org/v1alpha1/namespaces/%s/trainjobs",
          """
          apiVersion: trainer.kubeflow.org/v1alpha1
          kind: TrainJob
          metadata: {name: train}
          spec:
            runtimeRef: {name: torch-distributed}
            trainer: {numNodes: 2, command: [sleep, "1000"]}
          """);

  private final Env env = Env.production();

  @TempDir Path folder;

  @Test
  void upLogsNoWarnings() throws Exception {
    Process first = up();
    try (var out = untilReady(first)) {
      ApiTransport api = api();
      create(api, "short");
      create(api, "kept");
      awaitRunning(api, "short");
      awaitRunning(api, "kept");
      delete(api, "short");
      stop(first, out);
    } finally {
      first.destroyForcibly();
    }

    Process second = up();
    try (var out = untilReady(second)) {
      ApiTransport api = api();
      awaitRunning(api, "kept");
      delete(api, "kept");
      stop(second, out);
    } finally {
      second.destroyForcibly();
    }

    assertThat(Files.readString(folder.resolve("stderr"))).isEmpty();
  }

  /** The examples that need nothing but a JDK and a shell and that are meant to succeed. */
  @ParameterizedTest
  @ValueSource(strings = {"hello-distributed.yaml", "warm-up.yaml"})
  void trainLogsNoWarnings(String example) throws Exception {
    Process process = start("train", EXAMPLES.resolve(example).toString());
    try (var out = JavaProcess.lines(process)) {
      String last = out.lines().reduce("", (_, next) -> next);

      assertThat(process.waitFor()).as(last).isZero();
    } finally {
      process.destroyForcibly();
    }

    assertThat(Files.readString(folder.resolve("stderr"))).isEmpty();
  }

  private Process up() throws IOException {
    return start("up", "--nodes", "2", "--data-dir", "data", "--kubeconfig", "kubeconfig");
  }

  private Process start(String... arguments) throws IOException {
    var builder =
        JavaProcess.coxswain()
            .with("-Xmx256m") // as the launcher sets it in a container of 512 MB
            .builder(arguments)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("stderr").toFile()));
    builder.environment().put("COXSWAIN_HOME", String.valueOf(EXAMPLES.getParent()));
    return builder.start();
  }

  private BufferedReader untilReady(Process process) throws IOException {
    BufferedReader out = JavaProcess.lines(process);
    String line = out.readLine();
    while (line != null && !line.startsWith("ready")) {
      line = out.readLine();
    }
    assertThat(line).as(Files.readString(folder.resolve("stderr"))).isNotNull();
    return out;
  }

  private static void stop(Process process, BufferedReader out) throws Exception {
    process.toHandle().destroy(); // SIGTERM
    while (out.readLine() != null) {
      // nothing may wait for a reader of its output
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private ApiTransport api() throws Exception {
    String kubeconfig = folder.resolve("kubeconfig").toString();
    return HttpTransport.to(new Kubeconfig(env.files(), Map.of(), kubeconfig, null));
  }

  private static void create(ApiTransport api, String namespace) throws Exception {
    post(api, "/api/v1/namespaces", "metadata: {name: " + namespace + "}");
    for (var workload : WORKLOADS.entrySet()) {
      post(api, workload.getKey().formatted(namespace), workload.getValue());
    }
  }

  private static void post(ApiTransport api, String path, String yaml) throws Exception {
    byte[] body = Json.MAPPER.writeValueAsBytes(Json.yamlMapper().readTree(yaml));
    ApiResponse created = api.call(ApiRequest.of("POST", path).body("application/json", body));
    assertThat(created.status())
        .as(new String(created.body(), StandardCharsets.UTF_8))
        .isEqualTo(201);
  }

  /** Waits until the pods of all workloads run. */
  private void awaitRunning(ApiTransport api, String namespace) throws Exception {
    while (running(api, namespace) < 7) {
      env.clock().sleep(PERIOD);
    }
  }

  private static int running(ApiTransport api, String namespace) throws Exception {
    String path = "/api/v1/namespaces/" + namespace + "/pods";
    JsonNode pods = Json.tree(api.call(ApiRequest.get(path)).body());
    int running = 0;
    for (JsonNode pod : pods.path("items")) {
      running += pod.at("/status/phase").asText().equals("Running") ? 1 : 0;
    }
    return running;
  }

  private void delete(ApiTransport api, String namespace) throws Exception {
    String path = "/api/v1/namespaces/" + namespace;
    assertThat(api.call(ApiRequest.of("DELETE", path)).status()).isEqualTo(200);
    while (api.call(ApiRequest.get(path)).status() != 404) {
      env.clock().sleep(PERIOD);
    }
  }
}
