package io.coxswain.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ConsoleServerTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String TRAIN_JOBS =
      "/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs";
  private static final String TRAIN_JOB =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: hello, namespace: default}
      spec: {runtimeRef: {name: torch-distributed}, trainer: {numNodes: 2}}
      """;

  @Test
  void aStreamSendsTheViewAndThenWhatChanges() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(false)) {
      ConsoleFixture.Browser browser = fixture.login();
      try (RawHttp.Events events =
          fixture.http().events("/api/stream?view=trainings", browser.headers())) {
        JsonNode snapshot = ConsoleFixture.json(events.next("snapshot").data());
        assertThat(snapshot.path("view").asText()).isEqualTo("trainings");
        assertThat(snapshot.path("rows")).isEmpty();

        fixture.create(TRAIN_JOBS, TRAIN_JOB);

        JsonNode row = row(events);
        assertThat(row.path("nodes").asInt()).isEqualTo(2);
        assertThat(row.path("state").asText()).isEqualTo("Waiting");
        assertThat(row.path("waiting").path("cause").asText()).isEqualTo("controller");
      }
    }
  }

  /** Waits for a delta with the row of the training. */
  private static JsonNode row(RawHttp.Events events) throws IOException {
    while (true) {
      JsonNode delta = ConsoleFixture.json(events.next("delta").data());
      if (delta.path("rows").has("default/hello")) {
        return delta.path("rows").path("default/hello");
      }
    }
  }

  @Test
  void metricsBecomeASeries() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(false)) {
      fixture.create(TRAIN_JOBS, TRAIN_JOB);
      ConsoleFixture.Browser browser = fixture.login();
      try (RawHttp.Events events =
          fixture.http().events("/api/stream?view=trainings", browser.headers())) {
        events.next("snapshot");
        report(fixture, 10, "0.9", "2026-01-01T00:00:01Z");
        while (row(events).path("progress").asInt() != 10) {
          // another part of the row
        }
        report(fixture, 20, "0.5", "2026-01-01T00:00:02Z");
        while (row(events).path("progress").asInt() != 20) {
          // another part of the row
        }
      }

      JsonNode training =
          ConsoleFixture.json(
              fixture
                  .http()
                  .get("/api/view?view=training&namespace=default&name=hello", browser.headers())
                  .body());

      JsonNode points = training.path("series").path("loss").path("points");
      assertThat(points).hasSize(2);
      assertThat(points.get(0).get(1).asDouble()).isEqualTo(0.9);
      assertThat(points.get(1).get(0).asLong()).isEqualTo(1767225602000L);
      assertThat(training.path("row").path("metrics").path("loss").asText()).isEqualTo("0.5");
    }
  }

  private static void report(ConsoleFixture fixture, int percent, String loss, String time) {
    fixture.mergePatch(
        TRAIN_JOBS + "/hello/status",
        "status: {trainerStatus: {progressPercentage: %d, lastUpdatedTime: '%s', metrics: [{name: loss, value: '%s'}]}}"
            .formatted(percent, time, loss));
  }

  @Test
  void aBrokenStreamContinuesWithWhatHasChangedSince() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(false)) {
      ConsoleFixture.Browser browser = fixture.login();
      String id;
      try (RawHttp.Events events =
          fixture.http().events("/api/stream?view=trainings", browser.headers())) {
        RawHttp.Events.Event event = events.next("snapshot");
        JsonNode document = ConsoleFixture.json(event.data());
        while (!document.path("loading").isMissingNode() && !document.path("loading").isNull()) {
          event = events.next("delta");
          document = ConsoleFixture.json(event.data());
        }
        id = event.id();
      }
      fixture.create(TRAIN_JOBS, TRAIN_JOB);

      try (RawHttp.Events events =
          fixture
              .http()
              .events("/api/stream?view=trainings", browser.headers("Last-Event-ID: " + id))) {
        assertThat(row(events).path("name").asText()).isEqualTo("hello");
      }
    }
  }

  @Test
  void aStreamThatCannotContinueBeginsAgain() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(false)) {
      ConsoleFixture.Browser browser = fixture.login();

      try (RawHttp.Events events =
          fixture
              .http()
              .events("/api/stream?view=trainings", browser.headers("Last-Event-ID: other-7"))) {
        assertThat(events.next("snapshot").data()).contains("\"view\":\"trainings\"");
      }
    }
  }

  @Test
  void kindsThatTheUserMayNotListAreNamedAndTheRestIsShown() throws IOException {
    try (var fixture = ConsoleFixture.of("visitor")) {
      fixture.create(
          "/apis/rbac.authorization.k8s.io/v1/clusterroles",
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRole
          metadata: {name: trainings}
          rules: [{apiGroups: [trainer.kubeflow.org], resources: [trainjobs], verbs: [get, list, watch]}]
          """);
      fixture.create(
          "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRoleBinding
          metadata: {name: trainings}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: trainings}
          subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: visitor}]
          """);
      fixture.create(TRAIN_JOBS, TRAIN_JOB);
      ConsoleFixture.Browser browser = fixture.login();
      try (RawHttp.Events events =
          fixture.http().events("/api/stream?view=trainings", browser.headers())) {
        JsonNode document = ConsoleFixture.json(events.next("snapshot").data());
        boolean forbidden = false;
        boolean listed = false;
        while (!forbidden || !listed) {
          for (JsonNode each : document.path("forbidden")) {
            forbidden |= each.path("resource").asText().equals("pods");
          }
          listed |= document.path("rows").has("default/hello");
          document =
              forbidden && listed ? document : ConsoleFixture.json(events.next("delta").data());
        }
      }

      JsonNode kinds =
          ConsoleFixture.json(fixture.http().get("/api/kinds", browser.headers()).body());
      for (JsonNode kind : kinds.path("kinds")) {
        assertThat(kind.path("allowed").asBoolean())
            .as(kind.path("plural").asText())
            .isEqualTo(kind.path("plural").asText().equals("trainjobs"));
      }
      assertThat(fixture.http().get("/api/table?kind=core/v1/secrets", browser.headers()).status())
          .isEqualTo(403);
    }
  }

  @Test
  void anObjectIsShownWithItsOwnersAndFieldOwners() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(true)) {
      fixture.create(TRAIN_JOBS, TRAIN_JOB);
      String uid = fixture.get(TRAIN_JOBS + "/hello").path("metadata").path("uid").asText();
      fixture.create(
          PODS,
          """
          apiVersion: v1
          kind: Pod
          metadata:
            name: p
            namespace: default
            ownerReferences: [{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: hello, uid: UID, controller: true}]
          spec: {containers: [{name: c, image: i}]}
          """
              .replace("UID", uid));
      ConsoleFixture.Browser browser = fixture.login();

      JsonNode pod =
          ConsoleFixture.json(
              fixture
                  .http()
                  .get("/api/view?view=object&ref=core/v1/pods/default/p", browser.headers())
                  .body());

      assertThat(pod.path("kind").asText()).isEqualTo("Pod");
      assertThat(pod.path("yaml").asText()).contains("image: i").doesNotContain("managedFields");
      assertThat(pod.path("owners").get(0).get(0).path("ref").asText())
          .isEqualTo("trainer.kubeflow.org/v1alpha1/trainjobs/default/hello");
      assertThat(pod.path("fields")).anyMatch(f -> f.path("path").asText().contains("[name=c]"));
      assertThat(pod.path("actions")).hasToString("[\"delete\"]");
    }
  }

  @Test
  void aTableHasTheColumnsOfTheServer() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(false)) {
      fixture.create(TRAIN_JOBS, TRAIN_JOB);
      ConsoleFixture.Browser browser = fixture.login();

      JsonNode table =
          ConsoleFixture.json(
              fixture
                  .http()
                  .get("/api/table?kind=trainer.kubeflow.org/v1alpha1/trainjobs", browser.headers())
                  .body());

      assertThat(table.path("columns").get(0).path("name").asText()).isEqualTo("Name");
      assertThat(table.path("columns").get(1).path("name").asText()).isEqualTo("State");
      assertThat(table.path("rows").get(0).path("ref").asText())
          .isEqualTo("trainer.kubeflow.org/v1alpha1/trainjobs/default/hello");
    }
  }

  @Test
  void anActionReportsItsKubectlCommandAndTheServersResponse() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(true)) {
      fixture.create(TRAIN_JOBS, TRAIN_JOB);
      ConsoleFixture.Browser browser = fixture.login();
      String ref = "trainer.kubeflow.org/v1alpha1/trainjobs/default/hello";

      JsonNode planned = act(fixture, browser, "suspend", ref, ",\"dryRun\":true");
      assertThat(fixture.get(TRAIN_JOBS + "/hello").path("spec").path("suspend").asBoolean())
          .isFalse();
      JsonNode done = act(fixture, browser, "suspend", ref, "");

      assertThat(planned.path("done").asBoolean()).isFalse();
      assertThat(done.path("command").asText())
          .isEqualTo(planned.path("command").asText())
          .isEqualTo(
              "kubectl patch trainjobs.trainer.kubeflow.org/hello -n default --type=merge -p"
                  + " '{\"spec\":{\"suspend\":true}}'");
      assertThat(done.path("done").asBoolean()).isTrue();
      assertThat(fixture.get(TRAIN_JOBS + "/hello").path("spec").path("suspend").asBoolean())
          .isTrue();
      JsonNode missing = act(fixture, browser, "delete", ref.replace("hello", "gone"), "");
      assertThat(missing.path("done").asBoolean()).isFalse();
      assertThat(missing.path("code").asInt()).isEqualTo(404);
    }
  }

  private static JsonNode act(
      ConsoleFixture fixture,
      ConsoleFixture.Browser browser,
      String action,
      String ref,
      String more)
      throws IOException {
    return ConsoleFixture.json(
        fixture
            .http()
            .post(
                "/api/actions/" + action,
                "{\"ref\":\"" + ref + "\"" + more + "}",
                browser.headers())
            .body());
  }

  @Test
  void drainingANodeCordonsItAndEvictsItsPods() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(true)) {
      fixture.create("/api/v1/nodes", "{apiVersion: v1, kind: Node, metadata: {name: node-1}}");
      String pod =
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: p, namespace: default}
          spec: {nodeName: node-1, containers: [{name: c, image: i}]}
          """;
      fixture.create(PODS, pod);
      fixture.create(PODS, pod.replace("name: p,", "name: q,").replace("node-1", "node-2"));
      ConsoleFixture.Browser browser = fixture.login();

      JsonNode result = act(fixture, browser, "drain", "core/v1/nodes/_/node-1", "");

      assertThat(result.path("command").asText())
          .isEqualTo("kubectl drain node-1 --ignore-daemonsets --delete-emptydir-data");
      assertThat(result.path("done").asBoolean()).isTrue();
      assertThat(result.path("pods")).hasSize(1);
      assertThat(result.path("pods").get(0).path("ref").asText())
          .isEqualTo("core/v1/pods/default/p");
      assertThat(fixture.get("/api/v1/nodes/node-1").path("spec").path("unschedulable").asBoolean())
          .isTrue();
    }
  }

  @Test
  void staticFilesAreCompressedAndRevalidated() throws IOException {
    try (var fixture = ConsoleFixture.ofAdministrator(false)) {
      RawHttp.Response first = fixture.http().get("/lib/lit-html/lit-html.js");
      RawHttp.Response compressed =
          fixture.http().get("/lib/lit-html/lit-html.js", "Accept-Encoding: gzip");
      RawHttp.Response again =
          fixture.http().get("/lib/lit-html/lit-html.js", "If-None-Match: " + first.header("etag"));

      assertThat(first.status()).isEqualTo(200);
      assertThat(first.header("content-type")).startsWith("text/javascript");
      assertThat(compressed.header("content-encoding")).isEqualTo("gzip");
      assertThat(Integer.parseInt(compressed.header("content-length")))
          .isLessThan(Integer.parseInt(first.header("content-length")));
      assertThat(again.status()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
    }
  }
}
