package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.ApiResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Causes that an invalid CRD is rejected with. The texts are those of kube-apiserver v1.35.8. */
final class CrdValidationTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String GO_VERSION =
      "{\"Name\":\"%s\",\"Served\":true,\"Storage\":%s,\"Deprecated\":false,"
          + "\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,"
          + "\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}";

  private final TestingServer api = new TestingServer();

  private List<String> causes(String versions) {
    ApiResponse response =
        api.post(
            DEFINITIONS,
            "{'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',"
                + " 'metadata': {'name': 'ws.x.io'}, 'spec': {'group': 'x.io', 'scope':"
                + " 'Namespaced', 'names': {'plural': 'ws', 'kind': 'W', 'singular': 'w',"
                + " 'listKind': 'WList'}, 'versions': ["
                + versions
                + "]}}");
    assertThat(response.status()).isIn(201, 422);
    var causes = new ArrayList<String>();
    for (JsonNode cause : TestingServer.json(response).at("/details/causes")) {
      causes.add(cause.path("field").asText() + ": " + cause.path("message").asText());
    }
    return causes;
  }

  private static String version(String name, boolean storage, String schema) {
    return "{'name': '%s', 'served': true, 'storage': %s, 'schema': {'openAPIV3Schema': %s}}"
        .formatted(name, storage, schema);
  }

  private List<String> property(String schema) {
    return causes(version("v1", true, "{'type': 'object', 'properties': {'p': " + schema + "}}"));
  }

  @Test
  void versionsAreShownByTheirGoFieldsAndAllCausesAreReported() {
    String shown = "[" + GO_VERSION.formatted("v1", true) + "," + GO_VERSION.formatted("v2", true);

    assertThat(
            causes(
                version("v1", true, "{'type': 'object'}")
                    + ","
                    + version("v2", true, "{'type': 'object'}")))
        .containsExactly(
            "spec.versions: Invalid value: "
                + shown
                + "]: must have exactly one version marked as storage version",
            "status.storedVersions: Invalid value: [\"v1\"]: must have the storage version v2");
  }

  @Test
  void aCrdWithoutAStorageVersionHasNoStoredVersions() {
    assertThat(causes(version("v1", false, "{'type': 'object'}")))
        .containsExactly(
            "spec.versions: Invalid value: ["
                + GO_VERSION.formatted("v1", false)
                + "]: must have exactly one version marked as storage version",
            "status.storedVersions: Invalid value: null: must have at least one stored version");
  }

  @Test
  void aBadNameOfTheFirstVersionIsReportedTwice() {
    assertThat(causes(version("V_1", true, "{'type': 'object'}")))
        .hasSize(2)
        .anyMatch(cause -> cause.startsWith("spec.versions[0].name: Invalid value: \"V_1\""))
        .anyMatch(cause -> cause.startsWith("spec.version: Invalid value: \"V_1\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type': 'integer', 'default': 'x'} | default: Invalid value: "string":  in body must be of type integer: "string"
          {'type': 'array', 'items': {'type': 'integer', 'maximum': 3}, 'default': [1, 5]} | default.[1]: Invalid value: 5: [1] in body should be less than or equal to 3
          {'type': 'object', 'additionalProperties': {'type': 'integer'}, 'default': {'a': 'x'}} | default.a: Invalid value: "string": .a in body must be of type integer: "string"
          {'type': 'array', 'items': {'type': 'object', 'properties': {'x': {'type': 'string'}}}, 'default': [{'x': 'a', 'q': 1}]} | default: Invalid value: [{"q":1,"x":"a"}]: must not have unknown fields
          {'type': 'string', 'default': 'abc', 'pattern': '^x$', 'maxLength': 2, 'minLength': 5} | default: Too long: may not be more than 2 bytes
          """)
  void defaultsAreValidatedByThemselves(String schema, String cause) {
    assertThat(property(schema))
        .containsExactly("spec.validation.openAPIV3Schema.properties[p]." + cause);
  }

  @Test
  void duplicatesInADefaultAreNotReported() {
    assertThat(
            property(
                "{'type': 'array', 'items': {'type': 'string'}, 'x-kubernetes-list-type': 'set',"
                    + " 'default': ['a', 'a']}"))
        .isEmpty();
  }

  @Test
  void theKindOfAnEmbeddedDefaultIsALabel() {
    assertThat(
            property(
                "{'type': 'object', 'x-kubernetes-embedded-resource': true,"
                    + " 'x-kubernetes-preserve-unknown-fields': true, 'default': {'apiVersion':"
                    + " 'v1', 'kind': 'a b'}}"))
        .singleElement()
        .asString()
        .startsWith(
            "spec.validation.openAPIV3Schema.properties[p].default.kind: Invalid value: \"a b\":"
                + " may have mixed case, but should otherwise match: a DNS-1035 label");
  }

  @Test
  void noStructuralCausesFollowASchemaThatCannotBeConverted() {
    assertThat(
            causes(
                version(
                    "v1",
                    true,
                    "{'type': 'object', 'properties': {'d': {'type': 'object',"
                        + " 'x-kubernetes-embedded-resource': true}, 'e': {'type': 'string',"
                        + " 'x-kubernetes-preserve-unknown-fields': false}}}")))
        .containsExactly(
            "spec.validation.openAPIV3Schema.properties[e].x-kubernetes-preserve-unknown-fields:"
                + " Invalid value: false: must be true or undefined");
  }
}
