package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.next;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ApiServerTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final TestingServer server = new TestingServer();

  @Test
  void createsReadsUpdatesAndDeletesAnObject() {
    ObjectNode created =
        json(server.post(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{'k':'v'}}"));
    assertThat(created.at("/metadata/uid").asText()).isNotEmpty();
    assertThat(created.at("/kind").asText()).isEqualTo("ConfigMap");

    ObjectNode changed = created.deepCopy();
    ((ObjectNode) changed.get("data")).put("k", "w");
    assertThat(server.put(CONFIG_MAPS + "/a", changed).status()).isEqualTo(200);
    assertThat(json(server.get(CONFIG_MAPS + "/a")).at("/data/k").asText()).isEqualTo("w");

    ApiResponse deleted = server.delete(CONFIG_MAPS + "/a");
    assertThat(json(deleted).at("/status").asText()).isEqualTo("Success");
    assertThat(json(server.get(CONFIG_MAPS + "/a")).at("/message").asText())
        .isEqualTo("configmaps \"a\" not found");
  }

  @Test
  void anOutdatedResourceVersionIsAConflict() {
    ObjectNode created = json(server.post(CONFIG_MAPS, "{'metadata':{'name':'a'}}"));
    server.patch(CONFIG_MAPS + "/a", TestingServer.MERGE, "{'data':{'k':'v'}}");

    ObjectNode refusal = json(server.put(CONFIG_MAPS + "/a", created));

    assertThat(refusal.at("/code").asInt()).isEqualTo(409);
    assertThat(refusal.at("/message").asText())
        .isEqualTo(
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please"
                + " apply your changes to the latest version and try again");
  }

  @Test
  void defaultsAPodAndServesItsStatusSubresource() {
    ObjectNode pod =
        json(
            server.post(
                PODS,
                "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}"));

    assertThat(pod.at("/spec/restartPolicy").asText()).isEqualTo("Always");
    assertThat(pod.at("/spec/containers/0/imagePullPolicy").asText()).isEqualTo("Always");
    assertThat(pod.at("/status/phase").asText()).isEqualTo("Pending");
    assertThat(pod.at("/metadata/generation").asInt()).isEqualTo(1);

    ApiResponse status =
        server.patch(
            PODS + "/p/status",
            TestingServer.MERGE,
            "{'status':{'phase':'Running'},'spec':{'nodeName':'n'}}");
    assertThat(json(status).at("/status/phase").asText()).isEqualTo("Running");
    assertThat(json(status).at("/spec/nodeName").isMissingNode()).isTrue();
  }

  @Test
  void bindingAssignsAPodOnce() {
    server.post(PODS, "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");

    assertThat(
            server
                .post(PODS + "/p/binding", "{'metadata':{'name':'p'},'target':{'name':'n1'}}")
                .status())
        .isEqualTo(201);
    assertThat(json(server.get(PODS + "/p")).at("/spec/nodeName").asText()).isEqualTo("n1");
    assertThat(
            server
                .post(PODS + "/p/binding", "{'metadata':{'name':'p'},'target':{'name':'n2'}}")
                .status())
        .isEqualTo(409);
  }

  @Test
  void aBoundPodIsDeletedWithGraceAndGraceOnlyShrinks() {
    server.post(
        PODS,
        "{'metadata':{'name':'p'},'spec':{'nodeName':'n','containers':[{'name':'c','image':'i'}]}}");

    ObjectNode first = json(server.delete(PODS + "/p"));
    assertThat(first.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(30);
    ObjectNode second = json(server.delete(PODS + "/p?gracePeriodSeconds=60"));
    assertThat(second).isEqualTo(first);
    server.delete(PODS + "/p?gracePeriodSeconds=0");
    assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
  }

  @Test
  @Scenario("apiserver-15")
  void anObjectThatLosesTheLabelLeavesTheWatch() throws IOException {
    ObjectNode pod =
        json(
            server.post(
                PODS,
                "{'metadata':{'name':'p','labels':{'app':'x'}},"
                    + "'spec':{'containers':[{'name':'c','image':'i'}]}}"));
    String from = pod.at("/metadata/resourceVersion").asText();

    try (ApiWatch watch = server.watch(PODS + "?labelSelector=app=x&resourceVersion=" + from)) {
      ObjectNode without =
          json(server.patch(PODS + "/p", TestingServer.MERGE, "{'metadata':{'labels':null}}"));
      server.patch(PODS + "/p", TestingServer.MERGE, "{'metadata':{'labels':{'app':'x'}}}");

      ApiWatch.Frame left = next(watch);
      assertThat(left.type()).isEqualTo("DELETED");
      assertThat(Json.tree(left.object()).at("/metadata/labels/app").asText()).isEqualTo("x");
      assertThat(Json.tree(left.object()).at("/metadata/resourceVersion"))
          .isEqualTo(without.at("/metadata/resourceVersion"));
      assertThat(next(watch).type()).isEqualTo("ADDED");
    }
  }

  @Test
  @Scenario("apiserver-16")
  void aWatchCanStartWithTheExistingObjects() throws IOException {
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'}}");
    server.post(CONFIG_MAPS, "{'metadata':{'name':'b'}}");

    try (ApiWatch watch =
        server.watch(
            CONFIG_MAPS
                + "?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")) {
      assertThat(next(watch).type()).isEqualTo("ADDED");
      assertThat(next(watch).type()).isEqualTo("ADDED");
      ApiWatch.Frame end = next(watch);
      assertThat(end.type()).isEqualTo("BOOKMARK");
      assertThat(Json.tree(end.object()).at("/metadata/annotations").toString())
          .contains("k8s.io/initial-events-end");
    }
  }

  @Test
  @Scenario("apiserver-17")
  void aWatchFromACompactedRevisionEndsWithAnError() throws IOException {
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'}}");
    server.post(CONFIG_MAPS, "{'metadata':{'name':'b'}}");
    server.server.compact(server.server.revision());

    try (ApiWatch watch = server.watch(CONFIG_MAPS + "?resourceVersion=3")) {
      assertThat(watch.status()).isEqualTo(200);
      ApiWatch.Frame error = next(watch);
      assertThat(error.type()).isEqualTo("ERROR");
      assertThat(Json.tree(error.object()).at("/code").asInt()).isEqualTo(410);
      assertThat(watch.next()).isNull();
    }
  }

  @Test
  @Scenario("apiserver-13")
  void pagesShowOneSnapshotUntilItsRevisionIsCompacted() {
    for (int i = 0; i < 12; i++) {
      server.post(CONFIG_MAPS, "{'metadata':{'name':'m" + (char) ('a' + i) + "'}}");
    }
    ObjectNode first = json(server.get(CONFIG_MAPS + "?limit=5"));
    server.delete(CONFIG_MAPS + "/mf");
    String token = first.at("/metadata/continue").asText();
    ObjectNode second = json(server.get(CONFIG_MAPS + "?limit=5&continue=" + token));

    assertThat(first.at("/metadata/remainingItemCount").asInt()).isEqualTo(7);
    assertThat(second.at("/items/0/metadata/name").asText()).isEqualTo("mf");
    assertThat(second.at("/metadata/resourceVersion"))
        .isEqualTo(first.at("/metadata/resourceVersion"));

    server.server.compact(server.server.revision());
    ObjectNode expired = json(server.get(CONFIG_MAPS + "?limit=5&continue=" + token));
    assertThat(expired.at("/reason").asText()).isEqualTo("Expired");
    ObjectNode resumed =
        json(
            server.get(
                CONFIG_MAPS + "?limit=5&continue=" + expired.at("/metadata/continue").asText()));
    assertThat(resumed.at("/items/0/metadata/name").asText()).isEqualTo("mg");
  }

  @Test
  void removingTheLastFinalizerDeletesTheObject() throws IOException {
    ObjectNode created =
        json(server.post(CONFIG_MAPS, "{'metadata':{'name':'a','finalizers':['x.io/f']}}"));
    ObjectNode deleted = json(server.delete(CONFIG_MAPS + "/a"));
    assertThat(deleted.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isEqualTo(0);

    server.patch(CONFIG_MAPS + "/a", TestingServer.MERGE, "{'metadata':{'finalizers':null}}");

    assertThat(server.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
    String from = created.at("/metadata/resourceVersion").asText();
    try (ApiWatch watch = server.watch(CONFIG_MAPS + "?resourceVersion=" + from)) {
      assertThat(next(watch).type()).isEqualTo("MODIFIED");
      ApiWatch.Frame gone = next(watch);
      assertThat(gone.type()).isEqualTo("DELETED");
      assertThat(Json.tree(gone.object()).at("/metadata/finalizers/0").asText())
          .isEqualTo("x.io/f");
    }
  }

  @Test
  void aListThatIsAlwaysWrittenIsNullWhenEmptyAtAnyDepth() {
    ObjectNode created =
        json(
            server.post(
                "/apis/storage.k8s.io/v1/csinodes",
                "{'metadata':{'name':'n'},'spec':{'drivers':[]}}"));
    assertThat(created.at("/spec/drivers").isNull()).isTrue();
  }
}
