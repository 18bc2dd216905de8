package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.next;
import static io.coxswain.apiserver.TestingServer.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Updates that change nothing, need a version, and deletes of what has dependents. */
final class WriteScenarioTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";

  private final TestingServer server = new TestingServer();

  @Test
  @Scenario("apiserver-6")
  void anUpdateThatChangesNothingCommitsNothing() throws IOException {
    ObjectNode created =
        json(server.post(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{'k':'1'}}"));
    String version = created.at("/metadata/resourceVersion").asText();

    try (ApiWatch watch = server.watch(CONFIG_MAPS + "?resourceVersion=" + version)) {
      ApiResponse same = server.put(CONFIG_MAPS + "/a", created);
      ApiResponse bare =
          server.put(CONFIG_MAPS + "/a", "{'metadata':{'name':'a'},'data':{'k':'1'}}");
      ApiResponse other =
          server.put(CONFIG_MAPS + "/a", "{'metadata':{'name':'a'},'data':{'k':'2'}}");

      assertThat(json(same)).isEqualTo(created);
      assertThat(json(bare)).isEqualTo(created);
      ObjectNode first = Json.tree(next(watch).object());
      assertThat(first.at("/data/k").asText()).isEqualTo("2");
      assertThat(first.at("/metadata/resourceVersion"))
          .isEqualTo(json(other).at("/metadata/resourceVersion"));
    }
  }

  @Test
  @Scenario("apiserver-8")
  void aLeaseIsNotUpdatedWithoutAVersionWhileAConfigMapIs() {
    server.post(LEASES, "{'metadata':{'name':'a'},'spec':{'holderIdentity':'x'}}");
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{'k':'1'}}");

    ObjectNode refused =
        json(server.put(LEASES + "/a", "{'metadata':{'name':'a'},'spec':{'holderIdentity':'y'}}"));
    ApiResponse done = server.put(CONFIG_MAPS + "/a", "{'metadata':{'name':'a'},'data':{'k':'2'}}");

    assertThat(refused.at("/code").asInt()).isEqualTo(422);
    assertThat(refused.at("/message").asText())
        .isEqualTo(
            "leases.coordination.k8s.io \"a\" is invalid: metadata.resourceVersion: Invalid value:"
                + " 0: must be specified for an update");
    assertThat(json(server.get(LEASES + "/a")).at("/spec/holderIdentity").asText()).isEqualTo("x");
    assertThat(done.status()).isEqualTo(200);
    assertThat(json(done).at("/data/k").asText()).isEqualTo("2");
  }

  @Test
  @Scenario("apiserver-11")
  void deletingAJobOrphansItsPodsUnlessKubectlDoesIt() {
    server.post(JOBS, job("raw"));
    server.post(JOBS, job("kubectl"));

    ObjectNode raw = json(server.delete(JOBS + "/raw"));
    ApiResponse kubectl =
        server.call(
            request("DELETE", JOBS + "/kubectl")
                .body(
                    "application/json",
                    "{\"propagationPolicy\":\"Background\"}\n".getBytes(StandardCharsets.UTF_8)));

    assertThat(raw.at("/metadata/finalizers/0").asText()).isEqualTo("orphan");
    assertThat(raw.at("/metadata/deletionTimestamp").isTextual()).isTrue();
    assertThat(server.get(JOBS + "/raw").status()).isEqualTo(200);
    assertThat(kubectl.status()).isEqualTo(200);
    assertThat(json(kubectl).at("/status").asText()).isEqualTo("Success");
    assertThat(server.get(JOBS + "/kubectl").status()).isEqualTo(404);
  }

  private static String job(String name) {
    return "{'metadata':{'name':'"
        + name
        + "'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c',"
        + "'image':'i'}]}}}}";
  }
}
