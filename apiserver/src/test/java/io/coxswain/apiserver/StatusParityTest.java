package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.ApiResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The validation of status and scale. The expected texts are those of kube-apiserver v1.35.8. */
final class StatusParityTest {
  private static final String APPS = "/apis/apps/v1/namespaces/default/";
  private static final String POD = "/api/v1/namespaces/default/pods/p";
  private static final String CLAIM =
      "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims/c";
  private static final String ALLOCATION =
      "\"allocation\":{\"devices\":{\"results\":[{\"request\":\"r\",\"driver\":\"d.example.com\",\"pool\":\"p\",\"device\":\"x\"%s}]}}";

  private final TestingServer server = new TestingServer();

  private ApiResponse patch(String path, String body) {
    return server.patch(path, "application/merge-patch+json", body);
  }

  /** The causes, without the name of the object. */
  private static String problem(ApiResponse response) {
    return json(response).path("message").asText().replaceFirst("^.*? is invalid: ", "");
  }

  private void create(String path, String kind, String rest) {
    String version =
        path.startsWith("/api/") ? "v1" : path.split("/")[2] + "/" + path.split("/")[3];
    ApiResponse response =
        server.post(
            path.substring(0, path.lastIndexOf('/')),
            "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"},\"spec\":{%s}}"
                .formatted(version, kind, path.substring(path.lastIndexOf('/') + 1), rest));
    assertThat(response.status()).as(String.valueOf(json(response))).isEqualTo(201);
  }

  private void createWorkload(String path, String kind) {
    create(
        path,
        kind,
        "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
  }

  @ParameterizedTest
  @CsvSource({"deployments, Deployment", "statefulsets, StatefulSet", "daemonsets, DaemonSet"})
  void aCountOfCollisionsIsDecrementedOnlyWhereThereWasOne(String plural, String kind) {
    createWorkload(APPS + plural + "/w", kind);
    String status = APPS + plural + "/w/status";

    ApiResponse absent = patch(status, "{\"status\":{\"collisionCount\":-1}}");
    patch(status, "{\"status\":{\"collisionCount\":2}}");
    ApiResponse less = patch(status, "{\"status\":{\"collisionCount\":1}}");

    assertThat(problem(absent))
        .isEqualTo("status.collisionCount: Invalid value: -1: must be greater than or equal to 0");
    assertThat(problem(less))
        .isEqualTo("status.collisionCount: Invalid value: 1: cannot be decremented");
  }

  @ParameterizedTest
  @CsvSource({"deployments, Deployment", "statefulsets, StatefulSet", "replicasets, ReplicaSet"})
  void theMetadataOfAScaleIsValidated(String plural, String kind) {
    createWorkload(APPS + plural + "/w", kind);

    ApiResponse response =
        patch(
            APPS + plural + "/w/scale",
            "{\"metadata\":{\"generation\":-1,\"labels\":{\"a\":\"-\"}},\"spec\":{\"replicas\":-1}}");

    assertThat(problem(response))
        .startsWith("[metadata.generation: Invalid value: -1: must be greater than or equal to 0, ")
        .contains("metadata.labels: Invalid value: \"-\": a valid label must be an empty string")
        .endsWith(", spec.replicas: Invalid value: -1: must be greater than or equal to 0]");
  }

  @Test
  void addressesOfAPodAreOneOfEachFamily() {
    create(POD, "Pod", "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]");

    ApiResponse invalid =
        patch(POD + "/status", "{\"status\":{\"podIPs\":[{\"ip\":\"1.2.3.4\"},{\"ip\":\"x\"}]}}");
    ApiResponse odd = patch(POD + "/status", "{\"status\":{\"podIPs\":[{\"ip\":\"01.2.3.4\"}]}}");

    assertThat(problem(invalid))
        .isEqualTo(
            "[status.podIPs[1]: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or"
                + " 2001:db8::ffff), status.podIPs: Internal error: failed to check for dual stack"
                + " with error:invalid IP[1]: x, status.podIPs: Invalid value:"
                + " [{\"IP\":\"1.2.3.4\"},{\"IP\":\"x\"}]: may specify no more than one IP for each"
                + " IP family]");
    assertThat(odd.status()).isEqualTo(200);
    assertThat(String.valueOf(odd.headers().get("warning")))
        .contains("status.podIPs[0].ip: non-standard IP address \\\"01.2.3.4\\\"");
  }

  @Test
  void fieldsOfDisabledFeaturesAreDroppedFromAPodStatus() {
    create(POD, "Pod", "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]");

    JsonNode status =
        json(patch(
                POD + "/status",
                "{\"status\":{\"extendedResourceClaimStatus\":{\"resourceClaimName\":\"A"
                    + " B\",\"requestMappings\":[]},\"containerStatuses\":[{\"name\":\"c\",\"image\":\"i\",\"imageID\":\"\",\"ready\":false,\"restartCount\":0,\"allocatedResourcesStatus\":[{\"name\":\"x\"}]}]}}"))
            .path("status");

    assertThat(status.has("extendedResourceClaimStatus")).isFalse();
    assertThat(status.at("/containerStatuses/0").has("allocatedResourcesStatus")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ["B","A"]   | status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically
          ["A","A"]   | status.declaredFeatures[1]: Duplicate value: "A"
          ["A.b"]     | status.declaredFeatures[0]: Invalid value: "A.b": invalid feature name "A.b": must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes
          ["A","A/b"] |
          """)
  void featuresOfANodeAreSortedNames(String features, String expected) {
    create("/api/v1/nodes/n", "Node", "");

    ApiResponse response =
        patch("/api/v1/nodes/n/status", "{\"status\":{\"declaredFeatures\":" + features + "}}");

    assertThat(problem(response)).isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void theRemovedConfigurationOfKubeletsIsDropped() {
    create("/api/v1/nodes/n", "Node", "");

    ApiResponse response =
        patch("/api/v1/nodes/n/status", "{\"status\":{\"config\":{\"error\":\"x\"}}}");

    assertThat(json(response).path("status").has("config")).isFalse();
  }

  @Test
  void aNewNodeDeclaresNoFeatures() {
    ApiResponse response =
        server.post(
            "/api/v1/nodes",
            "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"},\"status\":{\"capacity\":{\"cpu\":\"1\"},\"config\":{\"error\":\"x\"},\"declaredFeatures\":[\"A\"]}}");

    assertThat(json(response).path("status").has("capacity")).isTrue();
    assertThat(json(response).path("status").has("config")).isFalse();
    assertThat(json(response).path("status").has("declaredFeatures")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "attachError":{"message":"LONG"} | status.attachError.message: Too long: may not be more than 262144 bytes
          "detachError":{"errorCode":-1}   | status.detachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive
          """)
  void theStatusOfAVolumeAttachmentIsBounded(String field, String expected) {
    String path = "/apis/storage.k8s.io/v1/volumeattachments/va";
    create(
        path,
        "VolumeAttachment",
        "\"attacher\":\"x\",\"nodeName\":\"n\",\"source\":{\"persistentVolumeName\":\"pv\"}");

    ApiResponse response =
        patch(
            path + "/status",
            "{\"status\":{\"attached\":true," + field.replace("LONG", "m".repeat(2_000)) + "}}");

    assertThat(problem(response)).isEqualTo(expected);
  }

  @Test
  void theStatusOfAPolicyHasConditionsAndWarnings() {
    String path = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p";
    create(
        path,
        "ValidatingAdmissionPolicy",
        "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"none.example.com\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":[\"x\"]}]},\"validations\":[{\"expression\":\"true\"}]");

    ApiResponse response =
        patch(
            path + "/status",
            "{\"status\":{\"typeChecking\":{\"expressionWarnings\":[{\"fieldRef\":\"\",\"warning\":\"\"}]},\"conditions\":[{\"type\":\"A\",\"status\":\"x\",\"reason\":\"R\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}");

    assertThat(problem(response))
        .isEqualTo(
            "[status.typeChecking.expressionWarnings[0].warning: Required value,"
                + " status.typeChecking.expressionWarnings[0].fieldRef: Required value,"
                + " status.conditions[0].status: Unsupported value: \"x\": supported values:"
                + " \"False\", \"True\", \"Unknown\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "pool":"q"                                   | status.devices[0]: Invalid value: {"Driver":"d.example.com","Pool":"q","Device":"x","ShareID":""}: must be an allocated device in the claim
          "data":5                                     | status.devices[0].data: Invalid value: "<value omitted>": must be a valid JSON object
          "conditions":[{"type":"A","status":"x","reason":"R","lastTransitionTime":"2026-01-01T00:00:00Z"}] | status.devices[0].conditions[0].status: Unsupported value: "x": supported values: "False", "True", "Unknown"
          "networkData":{"ips":["1.2.3.4"]}            | status.devices[0].networkData.ips[0]: Invalid value: "1.2.3.4": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)
          "networkData":{"ips":["::ffff:1.2.3.4/120"]} | status.devices[0].networkData.ips[0]: Invalid value: "::ffff:1.2.3.4/120": must be in canonical form ("1.2.3.4/24")
          "networkData":{"ips":["1.2.3.4/24","1.2.3.4/24"]} | status.devices[0].networkData.ips[1]: Duplicate value: "1.2.3.4/24"
          "shareID":"x"                                |
          """)
  void theDevicesOfAClaimAreValidated(String field, String expected) {
    createClaim();

    ApiResponse response =
        patch(
            CLAIM + "/status",
            "{\"status\":{"
                + ALLOCATION.formatted("")
                + ",\"devices\":[{\"driver\":\"d.example.com\",\"pool\":\"p\",\"device\":\"x\","
                + field
                + "}]}}");

    assertThat(problem(response)).isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void fieldsOfDisabledFeaturesAreDroppedFromAnAllocation() {
    createClaim();

    ApiResponse response =
        patch(
            CLAIM + "/status",
            "{\"status\":{"
                + ALLOCATION.formatted(
                    ",\"shareID\":\"s\",\"bindingConditions\":[\"a\"],\"tolerations\":[{\"key\":\"k\"}]")
                + "}}");

    JsonNode result = json(response).at("/status/allocation/devices/results/0");
    assertThat(result.has("shareID") || result.has("bindingConditions")).isFalse();
    assertThat(result.at("/tolerations/0/operator").asText()).isEqualTo("Equal");
  }

  private void createClaim() {
    create(
        CLAIM,
        "ResourceClaim",
        "\"devices\":{\"requests\":[{\"name\":\"r\",\"exactly\":{\"deviceClassName\":\"c\"}}]}");
  }

  @Test
  void theConditionsOfAnApiServiceHaveAKnownStatus() {
    ApiResponse response =
        patch(
            "/apis/apiregistration.k8s.io/v1/apiservices/v1.apps/status",
            "{\"status\":{\"conditions\":[{\"type\":\"a\",\"status\":\"x\"}]}}");

    assertThat(problem(response))
        .isEqualTo(
            "status.conditions[0].status: Unsupported value: \"x\": supported values: \"True\","
                + " \"False\", \"Unknown\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.2.3.04       | non-standard IP address \\"1.2.3.04\\" will be considered invalid in a future Kubernetes release: use \\"1.2.3.4\\"
          ::ffff:1.2.3.4 | non-standard IP address \\"::ffff:1.2.3.4\\" will be considered invalid in a future Kubernetes release: use \\"1.2.3.4\\"
          2001:DB8::1    | IPv6 address \\"2001:DB8::1\\" should be in RFC 5952 canonical format (\\"2001:db8::1\\")
          """)
  void addressesOfLoadBalancersInUnusualFormsAreWarnedAbout(String ip, String text) {
    create(
        "/api/v1/namespaces/default/services/lb",
        "Service",
        "\"type\":\"LoadBalancer\",\"ports\":[{\"port\":80}]");
    create(
        "/apis/networking.k8s.io/v1/namespaces/default/ingresses/lb",
        "Ingress",
        "\"defaultBackend\":{\"service\":{\"name\":\"s\",\"port\":{\"number\":80}}}");
    String status =
        "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"hostname\":\"a\"},{\"ip\":\""
            + ip
            + "\"}]}}}";

    for (String path :
        List.of(
            "/api/v1/namespaces/default/services/lb",
            "/apis/networking.k8s.io/v1/namespaces/default/ingresses/lb")) {
      assertThat(patch(path + "/status", status).headers().get("warning"))
          .as(path)
          .containsExactly("299 - \"status.loadBalancer.ingress[1]: " + text + "\"");
    }
  }

  @Test
  void aVolumeKeepsTheTimeOfItsPhaseUnlessAnotherIsGiven() {
    String volume = "/api/v1/persistentvolumes/v";
    create(
        volume,
        "PersistentVolume",
        "\"capacity\":{\"storage\":\"1Gi\"},\"accessModes\":[\"ReadWriteOnce\"],\"hostPath\":{\"path\":\"/x\"}");
    String given = "2026-01-01T00:00:00Z";

    patch(volume + "/status", "{\"status\":{\"lastPhaseTransitionTime\":\"" + given + "\"}}");
    ApiResponse without =
        patch(volume + "/status", "{\"status\":{\"lastPhaseTransitionTime\":null}}");
    ApiResponse changed =
        patch(
            volume + "/status",
            "{\"status\":{\"phase\":\"Available\",\"lastPhaseTransitionTime\":null}}");

    assertThat(json(without).at("/status/lastPhaseTransitionTime").asText()).isEqualTo(given);
    assertThat(json(changed).at("/status/lastPhaseTransitionTime").asText())
        .isNotEmpty()
        .isNotEqualTo(given);
  }
}
