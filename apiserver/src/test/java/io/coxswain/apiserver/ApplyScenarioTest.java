package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Server-side apply: conflicts, shared fields, list keys, kubectl's way from client to server. */
final class ApplyScenarioTest {
  private static final String APPLY = "application/apply-patch+yaml";
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String SERVICES = "/api/v1/namespaces/default/services";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private final TestingServer server = new TestingServer();

  @Test
  @Scenario("apiserver-19")
  void aForcedApplyTakesTheImageAndLeavesTheRest() {
    apply(DEPLOYMENTS + "/d", "a", deployment("'containers':[{'name':'c','image':'v1'}]"));
    String image = deployment("'containers':[{'name':'c','image':'v2'}]");

    ObjectNode refused = json(apply(DEPLOYMENTS + "/d", "b", image));
    ObjectNode forced = json(apply(DEPLOYMENTS + "/d?force=true", "b", image));

    assertThat(refused.at("/code").asInt()).isEqualTo(409);
    assertThat(refused.at("/message").asText())
        .isEqualTo(
            "Apply failed with 1 conflict: conflict with \"a\":"
                + " .spec.template.spec.containers[name=\"c\"].image");
    String container = "/f:spec/f:template/f:spec/f:containers/k:{\"name\":\"c\"}";
    assertThat(fields(forced, "b").at(container).has("f:image")).isTrue();
    assertThat(fields(forced, "a").at(container).has("f:image")).isFalse();
    assertThat(fields(forced, "a").at(container).has("f:name")).isTrue();
    assertThat(fields(forced, "a").at("/f:spec").has("f:selector")).isTrue();
    assertThat(forced.at("/spec/template/spec/containers/0/image").asText()).isEqualTo("v2");
  }

  @Test
  @Scenario("apiserver-20")
  void aSharedLabelIsRemovedWithItsLastOwner() {
    apply(CONFIG_MAPS + "/m", "a", configMap("'labels':{'l':'x'}"));
    apply(CONFIG_MAPS + "/m", "b", configMap("'labels':{'l':'x'}"));

    ObjectNode left = json(apply(CONFIG_MAPS + "/m", "a", configMap("'labels':{}")));
    ObjectNode gone = json(apply(CONFIG_MAPS + "/m", "b", configMap("'labels':{}")));

    assertThat(left.at("/metadata/labels/l").asText()).isEqualTo("x");
    assertThat(fields(left, "b").at("/f:metadata/f:labels").has("f:l")).isTrue();
    assertThat(fields(left, "a").at("/f:metadata/f:labels").has("f:l")).isFalse();
    assertThat(gone.at("/metadata").has("labels")).isFalse();
  }

  @Test
  @Scenario("apiserver-21")
  void portsAreIdentifiedByNumberAndProtocol() {
    String config =
        "{'apiVersion':'v1','kind':'Service','metadata':{'name':'dns'},'spec':{'clusterIP':'None',"
            + "'ports':[{'name':'t','port':53,'protocol':'TCP'},"
            + "{'name':'u','port':53,'protocol':'UDP'}]}}";

    ObjectNode first = json(apply(SERVICES + "/dns", "a", config));
    ObjectNode second = json(apply(SERVICES + "/dns", "a", config));

    assertThat(second).isEqualTo(first);
    assertThat(second.at("/spec/ports")).hasSize(2);
    assertThat(fields(second, "a").at("/f:spec/f:ports").propertyStream().map(e -> e.getKey()))
        .containsExactly(
            "k:{\"port\":53,\"protocol\":\"TCP\"}", "k:{\"port\":53,\"protocol\":\"UDP\"}");
  }

  @Test
  @Scenario("apiserver-22")
  void anUnknownFieldIsRejectedWhateverTheValidation() {
    String config = deployment("'containers':[{'name':'c','image':'v1'}],'bogus':1");

    for (String validation : new String[] {"", "&fieldValidation=Ignore"}) {
      ObjectNode refused = json(apply(DEPLOYMENTS + "/d?force=true" + validation, "a", config));

      assertThat(refused.at("/code").asInt()).isEqualTo(500);
      assertThat(refused.at("/message").asText())
          .isEqualTo(
              "failed to create typed patch object (/d; apps/v1, Kind=Deployment):"
                  + " .spec.template.spec.bogus: field not declared in schema");
    }
    assertThat(server.get(DEPLOYMENTS + "/d").status()).isEqualTo(404);
  }

  /** The requests of kubectl 1.32 {@code apply -f} and then {@code apply --server-side -f}. */
  @Test
  @Scenario("apiserver-23")
  void kubectlMovesFromClientSideToServerSideApplyWithoutAConflict() {
    String manifest =
        "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"1\"},\"kind\":\"ConfigMap\","
            + "\"metadata\":{\"name\":\"m\",\"namespace\":\"default\"}}\n";
    ObjectNode first = Json.tree(manifest.getBytes(StandardCharsets.UTF_8));
    first
        .withObject("/metadata")
        .putObject("annotations")
        .put(LAST_APPLIED, manifest.replace("\"name\"", "\"annotations\":{},\"name\""));
    String strict = "fieldValidation=Strict";
    assertThat(
            call(
                    "POST",
                    CONFIG_MAPS + "?fieldManager=kubectl-client-side-apply&" + strict,
                    "application/json",
                    first)
                .status())
        .isEqualTo(201);
    String serverSide = CONFIG_MAPS + "/m?fieldManager=kubectl&" + strict;

    ApiResponse applied = call("PATCH", serverSide + "&force=false", APPLY, manifest);
    ApiResponse kept =
        call(
            "PATCH",
            CONFIG_MAPS + "/m?fieldManager=kubectl-last-applied&" + strict,
            APPLY,
            annotated(json(applied)));
    ApiResponse migrated = call("PATCH", serverSide, JSON_PATCH, migration(json(kept)));
    ApiResponse again = call("PATCH", serverSide + "&force=false", APPLY, manifest);

    assertThat(applied.status()).isEqualTo(200);
    assertThat(kept.status()).isEqualTo(200);
    assertThat(migrated.status()).isEqualTo(200);
    assertThat(again.status()).isEqualTo(200);
    ObjectNode last = json(again);
    assertThat(last.at("/metadata/managedFields").findValuesAsText("manager"))
        .containsExactly("kubectl", "kubectl-last-applied");
    assertThat(fields(last, "kubectl").toString()).isEqualTo("{\"f:data\":{\"f:a\":{}}}");
    assertThat(last.at("/metadata/annotations").path(LAST_APPLIED).asText()).isEqualTo(manifest);
  }

  /** What kubectl keeps of an object in order to own its last-applied annotation. */
  private static ObjectNode annotated(ObjectNode object) {
    ObjectNode annotated = Json.MAPPER.createObjectNode();
    annotated.put("apiVersion", "v1").put("kind", "ConfigMap");
    ObjectNode metadata = annotated.putObject("metadata");
    metadata.put("name", "m").put("namespace", "default");
    metadata.set("annotations", object.at("/metadata/annotations"));
    return annotated;
  }

  /** All that client-side apply owns is handed to kubectl as an applier. */
  private static ArrayNode migration(ObjectNode object) {
    ArrayNode managers = Json.MAPPER.createArrayNode();
    ObjectNode kubectl = managers.addObject().put("manager", "kubectl").put("operation", "Apply");
    kubectl.put("apiVersion", "v1").put("fieldsType", "FieldsV1");
    kubectl.set("fieldsV1", fields(object, "kubectl-client-side-apply"));
    for (JsonNode entry : object.at("/metadata/managedFields")) {
      if (entry.path("manager").asText().equals("kubectl-last-applied")) {
        managers.add(entry);
      }
    }
    ArrayNode patch = Json.MAPPER.createArrayNode();
    patch
        .addObject()
        .put("op", "replace")
        .put("path", "/metadata/managedFields")
        .set("value", managers);
    patch
        .addObject()
        .put("op", "replace")
        .put("path", "/metadata/resourceVersion")
        .set("value", object.at("/metadata/resourceVersion"));
    return patch;
  }

  private ApiResponse apply(String path, String manager, String json) {
    String separator = path.contains("?") ? "&" : "?";
    return server.patch(path + separator + "fieldManager=" + manager, APPLY, json);
  }

  private ApiResponse call(String method, String target, String type, Object body) {
    byte[] bytes =
        body instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : Json.bytes(body);
    return server.call(request(method, target).body(type, bytes));
  }

  private static JsonNode fields(ObjectNode object, String manager) {
    for (JsonNode entry : object.at("/metadata/managedFields")) {
      if (entry.path("manager").asText().equals(manager)) {
        return entry.path("fieldsV1");
      }
    }
    return MissingNode.getInstance();
  }

  private static String configMap(String metadata) {
    return "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m'," + metadata + "}}";
  }

  private static String deployment(String pod) {
    return "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{"
        + "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
        + "'spec':{"
        + pod
        + "}}}}";
  }
}
