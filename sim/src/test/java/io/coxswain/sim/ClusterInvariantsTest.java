package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A controller that violates each invariant, and one that does not. */
final class ClusterInvariantsTest {
  private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String SETS = "/apis/apps/v1/namespaces/default/replicasets";
  private static final String SET =
      """
      {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: s}, spec: {replicas: 0,
       selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}},
        spec: {containers: [{name: c, image: i}]}}}}
      """;
  private static final String JOB =
      """
      {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {parallelism: 1,
       template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}
      """;

  /** What a controller does once the Job {@code j} exists. */
  private interface Deed {
    void perform(Requests requests) throws Exception;
  }

  /** Requests of a controller in YAML. */
  private record Requests(Env env) {
    String send(String method, String path, String yaml) throws IOException {
      byte[] body = Json.bytes(Json.yamlMapper().readTree(yaml));
      String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
      ApiResponse response = env.api().call(ApiRequest.of(method, path).body(type, body));
      assertThat(response.ok()).as(new String(response.body(), StandardCharsets.UTF_8)).isTrue();
      return Json.tree(response.body()).path("metadata").path("uid").asText();
    }

    void patchStatus(String status) throws IOException {
      var _ = send("PATCH", JOBS + "/j/status", "{status: " + status + "}");
    }

    void condition(String status, String time) throws IOException {
      patchStatus(
          "{conditions: [{type: Suspended, status: '%s', lastTransitionTime: '%s'}]}"
              .formatted(status, time));
    }

    void pod(String job) throws IOException {
      var _ =
          send(
              "POST",
              PODS,
              """
              {apiVersion: v1, kind: Pod, metadata: {generateName: j-, ownerReferences: [
                {apiVersion: batch/v1, kind: Job, name: j, uid: %s, controller: true}]},
               spec: {containers: [{name: c, image: i}]}}
              """
                  .formatted(job));
    }
  }

  private static void run(Deed deed) {
    var _ = simulation(deed).run(1);
  }

  private static Simulation simulation(Deed deed) {
    return Simulation.named("deed")
        .strict()
        .restartMatters("controller", "the process is a list of requests")
        .process("controller", env -> deed.perform(new Requests(env)))
        .script(world -> world.awaitSilence(Duration.ofSeconds(10)));
  }

  private static void violates(String what, Deed deed) {
    assertThatThrownBy(() -> run(deed))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("at revision")
        .hasMessageContaining(what);
  }

  @Test
  void acceptsAControllerThatKeepsToTheRules() {
    run(
        requests -> {
          String job = requests.send("POST", JOBS, JOB);
          requests.pod(job);
          var _ = requests.send("POST", SETS, SET);
          var _ = requests.send("PATCH", SETS + "/s/status", "{status: {observedGeneration: 1}}");
          requests.condition("True", "2026-01-01T00:00:00Z");
          requests.condition("True", "2026-01-01T00:00:00Z");
          requests.env.clock().sleep(Duration.ofSeconds(2));
          requests.condition("False", "2026-01-01T00:00:05Z");
          requests.env.clock().sleep(Duration.ofSeconds(2));
          requests.condition("True", "2026-01-01T00:00:06Z");
        });
  }

  @Test
  void findsMoreActivePodsThanParallelism() {
    violates(
        "2 active pods of a Job of parallelism 1",
        requests -> {
          String job = requests.send("POST", JOBS, JOB);
          requests.pod(job);
          requests.pod(job);
        });
  }

  @Test
  void findsAStatusThatIsAheadOfItsSpec() {
    violates(
        "observedGeneration 2 exceeds generation 1",
        requests -> {
          var _ = requests.send("POST", SETS, SET);
          var _ = requests.send("PATCH", SETS + "/s/status", "{status: {observedGeneration: 2}}");
        });
  }

  @Test
  void findsATransitionTimeWithoutATransition() {
    violates(
        "lastTransitionTime of condition Suspended changed, its status did not",
        requests -> {
          var _ = requests.send("POST", JOBS, JOB);
          requests.condition("True", "2026-01-01T00:00:00Z");
          requests.condition("True", "2026-01-01T00:00:01Z");
        });
  }

  @Test
  void findsAConditionThatFlapsWithoutCause() {
    violates(
        "condition Suspended changed back to True although nothing had happened",
        requests -> {
          var _ = requests.send("POST", JOBS, JOB);
          requests.condition("True", "2026-01-01T00:00:00Z");
          requests.condition("False", "2026-01-01T00:00:01Z");
          requests.condition("True", "2026-01-01T00:00:02Z");
        });
  }

  @Test
  void acceptsAConditionThatChangesBackAfterACommitThatTheWriterHadNotSeen() {
    run(
        requests -> {
          var _ = requests.send("POST", JOBS, JOB);
          requests.condition("True", "2026-01-01T00:00:00Z");
          var _ = requests.send("POST", SETS, SET); // of another object: it may be the cause
          requests.condition("False", "2026-01-01T00:00:01Z");
          requests.condition("True", "2026-01-01T00:00:02Z");
        });
  }

  @Test
  void acceptsTimesThatChangeWithReasonsWhereASimulationSaysSo() {
    Deed deed =
        requests -> {
          var _ = requests.send("POST", JOBS, JOB);
          for (String reason : List.of("A", "B")) {
            requests.patchStatus(
                "{conditions: [{type: Suspended, status: 'True', reason: %s, lastTransitionTime: '%s'}]}"
                    .formatted(reason, "2026-01-01T00:00:0" + reason.charAt(0) % 2 + "Z"));
          }
        };

    violates("lastTransitionTime of condition Suspended changed", deed);
    var _ = simulation(deed).timedByReason("Susp", "the test says so").run(1);
  }

  @Test
  void acceptsEverythingWhereASimulationIsLenient() {
    var _ =
        simulation(
                requests -> {
                  var _ = requests.send("POST", SETS, SET);
                  var _ =
                      requests.send(
                          "PATCH", SETS + "/s/status", "{status: {observedGeneration: 2}}");
                })
            .lenient("the test says so")
            .run(1);
  }
}
