package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists in pages and at revisions. */
final class ListScenarioTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final TestingServer server = new TestingServer();

  private void createPod(String name) {
    ApiResponse created =
        server.post(
            PODS,
            "{'metadata':{'name':'"
                + name
                + "'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    assertThat(created.status()).isEqualTo(201);
  }

  private static void addNames(ObjectNode page, List<String> names) {
    for (JsonNode item : page.path("items")) {
      names.add(item.at("/metadata/name").asText());
    }
  }

  @Test
  @Scenario("apiserver-12")
  void threePagesOf1200PodsShowOneRevisionDespiteConcurrentWrites() {
    var wanted = new ArrayList<String>();
    for (int i = 0; i < 1200; i++) {
      String name = "p%04d".formatted((i * 7) % 1200); // not in the order of their names
      createPod(name);
      wanted.add(name);
    }
    wanted.sort(null);
    var seen = new ArrayList<String>();
    var pages = new ArrayList<ObjectNode>();
    String token = "";
    do {
      ObjectNode page =
          json(server.get(PODS + "?limit=500" + (token.isEmpty() ? "" : "&continue=" + token)));
      pages.add(page);
      addNames(page, seen);
      token = page.at("/metadata/continue").asText("");
      server.delete(PODS + "/p1199");
      createPod("p0500-" + pages.size());
      server.patch(PODS + "/p0700", TestingServer.MERGE, "{'metadata':{'labels':{'x':'y'}}}");
    } while (!token.isEmpty());

    assertThat(pages).hasSize(3);
    assertThat(seen).isEqualTo(wanted);
    assertThat(pages)
        .extracting(page -> page.at("/metadata/resourceVersion").asText())
        .containsOnly(pages.getFirst().at("/metadata/resourceVersion").asText());
    assertThat(pages.getFirst().at("/metadata/remainingItemCount").asInt()).isEqualTo(700);
    assertThat(pages.get(1).at("/metadata/remainingItemCount").asInt()).isEqualTo(200);
    assertThat(pages.get(2).at("/metadata").has("remainingItemCount")).isFalse();
  }

  @Test
  @Scenario("apiserver-14")
  void exactlyRevisionZeroIsRejected() {
    ObjectNode refusal = json(server.get(PODS + "?resourceVersion=0&resourceVersionMatch=Exact"));

    assertThat(refusal.path("code").asInt()).isEqualTo(422);
    assertThat(refusal.path("message").asText())
        .isEqualTo(
            "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
                + " resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    assertThat(refusal.at("/details/kind").asText()).isEqualTo("ListOptions");
    assertThat(refusal.at("/details/group").asText()).isEqualTo("meta.k8s.io");
  }

  @Test
  void anExactListOfACompactedRevisionExpires() {
    createPod("a");
    long revision = server.server.revision();
    createPod("b");
    assertThat(
            json(server.get(PODS + "?resourceVersionMatch=Exact&resourceVersion=" + revision))
                .path("items"))
        .hasSize(1);

    server.server.compact(server.server.revision());

    ObjectNode refusal =
        json(server.get(PODS + "?resourceVersionMatch=Exact&resourceVersion=" + revision));
    assertThat(refusal.path("code").asInt()).isEqualTo(410);
    assertThat(refusal.path("message").asText())
        .isEqualTo("The resourceVersion for the provided list is too old.");
  }
}
