package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import org.junit.jupiter.api.Test;

/** The three kinds of patch other than apply. */
final class PatchScenarioTest {
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

  private final TestingServer server = new TestingServer();

  @Test
  @Scenario("apiserver-24")
  void aStrategicPatchChangesRemovesAndOrdersContainers() {
    JsonNode before =
        json(server.post(
                DEPLOYMENTS,
                "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},"
                    + "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':["
                    + "{'name':'one','image':'i:1','args':['x']},"
                    + "{'name':'two','image':'j:1','args':['y']}]}}}}"))
            .at("/spec/template/spec/containers");

    JsonNode changed = containers("'containers':[{'name':'two','image':'j:2'}]");
    JsonNode ordered = containers("'$setElementOrder/containers':[{'name':'two'},{'name':'one'}]");
    JsonNode removed = containers("'containers':[{'name':'two','$patch':'delete'}]");

    assertThat(changed.findValuesAsText("name")).containsExactlyInAnyOrder("one", "two");
    assertThat(named(changed, "one")).isEqualTo(named(before, "one"));
    ObjectNode two = named(before, "two").deepCopy();
    assertThat(named(changed, "two")).isEqualTo(two.put("image", "j:2"));
    assertThat(ordered.findValuesAsText("name")).containsExactly("two", "one");
    assertThat(removed).containsExactly(named(before, "one"));
  }

  @Test
  @Scenario("apiserver-25")
  void aCustomResourceTakesAMergePatchButNoStrategicOne() {
    server.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "{'metadata':{'name':'widgets.example.com'},'spec':{'group':'example.com',"
            + "'scope':'Namespaced','names':{'plural':'widgets','singular':'widget',"
            + "'kind':'Widget'},'versions':[{'name':'v1','served':true,'storage':true,"
            + "'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{"
            + "'type':'object','properties':{'size':{'type':'integer'}}}}}}}]}}");
    server.post(
        WIDGETS,
        "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'},"
            + "'spec':{'size':1}}");

    ObjectNode refused = json(server.patch(WIDGETS + "/w", STRATEGIC, "{'spec':{'size':2}}"));
    ApiResponse merged = server.patch(WIDGETS + "/w", TestingServer.MERGE, "{'spec':{'size':3}}");

    assertThat(refused.at("/code").asInt()).isEqualTo(415);
    assertThat(refused.at("/reason").asText()).isEqualTo("UnsupportedMediaType");
    assertThat(merged.status()).isEqualTo(200);
    assertThat(json(merged).at("/spec/size").asInt()).isEqualTo(3);
  }

  @Test
  @Scenario("apiserver-26")
  void aJsonPatchMakesNoParents() {
    server.post(CONFIG_MAPS, "{'metadata':{'name':'m'}}");
    String patch = "[{'op':'add','path':'/metadata/annotations/x','value':'1'}]";

    ObjectNode refused = json(server.patch(CONFIG_MAPS + "/m", JSON_PATCH, patch));
    server.patch(
        CONFIG_MAPS + "/m",
        JSON_PATCH,
        "[{'op':'add','path':'/metadata/annotations','value':{}}," + patch.substring(1));
    JsonNode annotations = json(server.get(CONFIG_MAPS + "/m")).at("/metadata/annotations");

    assertThat(refused.at("/code").asInt()).isEqualTo(422);
    assertThat(refused.at("/message").asText())
        .isEqualTo("the server rejected our request due to an error in our request");
    assertThat(annotations.path("x").asText()).isEqualTo("1");
  }

  private JsonNode containers(String podPatch) {
    ApiResponse patched =
        server.patch(
            DEPLOYMENTS + "/d", STRATEGIC, "{'spec':{'template':{'spec':{" + podPatch + "}}}}");
    assertThat(patched.status()).isEqualTo(200);
    return json(patched).at("/spec/template/spec/containers");
  }

  private static ObjectNode named(JsonNode containers, String name) {
    for (JsonNode container : containers) {
      if (container.path("name").asText().equals(name)) {
        return (ObjectNode) container;
      }
    }
    throw new AssertionError("no container " + name);
  }
}
