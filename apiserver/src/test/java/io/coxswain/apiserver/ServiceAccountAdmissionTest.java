package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ServiceAccount admission plugin. The expected texts are those of kube-apiserver v1.35.8. */
final class ServiceAccountAdmissionTest {
  private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final TestingServer server =
      new TestingServer(ApiServerOptions.plain().withServiceAccounts());

  @BeforeEach
  void createAccounts() {
    server.post(ACCOUNTS, "{'metadata': {'name': 'plain'}}");
    server.post(
        ACCOUNTS,
        """
        {'metadata': {'name': 'strict', 'annotations': {
           'kubernetes.io/enforce-mountable-secrets': 'true'}},
         'secrets': [{'name': 'known'}], 'imagePullSecrets': [{'name': 'registry'}]}
        """);
  }

  private ApiResponse create(String name, String annotations, String spec) {
    return server.post(
        PODS,
        "{'metadata': {'name': '"
            + name
            + "', 'annotations': {"
            + annotations
            + "}}, 'spec': {"
            + spec
            + (spec.contains("'containers'")
                ? "}}"
                : ", 'containers': [{'name': 'c', 'image': 'i'}]}}"));
  }

  private ApiResponse mirror(String spec) {
    return create("p", "'kubernetes.io/config.mirror': 'x'", "'nodeName': 'n'" + spec);
  }

  private static String message(ApiResponse response) {
    return json(response).path("message").asText();
  }

  @Test
  void mirrorPodsAreNotChanged() {
    ApiResponse response = mirror("");

    assertThat(response.status()).isEqualTo(201);
    assertThat(json(response).path("spec").has("serviceAccountName")).isFalse();
    assertThat(json(response).path("spec").has("volumes")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'serviceAccountName': 'plain'                                                  | reference service accounts
          'serviceAccount': 'plain'                                                      | reference service accounts
          'imagePullSecrets': [{'name': 's'}]                                            | reference secrets
          'volumes': [{'name': 'v', 'secret': {'secretName': 's'}}]                      | reference secrets
          'volumes': [{'name': 'v', 'projected': {'sources': [{'secret': {'name': 's'}}]}}] | reference secrets
          'volumes': [{'name': 'v', 'csi': {'driver': 'd.x', 'nodePublishSecretRef': {'name': 's'}}}] | reference secrets
          'containers': [{'name': 'c', 'image': 'i', 'envFrom': [{'secretRef': {'name': 's'}}]}] | reference secrets
          'volumes': [{'name': 'v', 'projected': {'sources': [{'serviceAccountToken': {'path': 't'}}]}}] | use ServiceAccountToken volume projections
          """)
  void mirrorPodsMayNotReferToAccountsNorSecrets(String spec, String problem) {
    ApiResponse response = mirror(", " + spec);

    assertThat(response.status()).isEqualTo(403);
    assertThat(message(response))
        .isEqualTo("pods \"p\" is forbidden: a mirror pod may not " + problem);
  }

  @Test
  void mirrorPodsMayReferToConfigMaps() {
    assertThat(mirror(", 'volumes': [{'name': 'v', 'configMap': {'name': 'm'}}]").status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'volumes': [{'name': 'v', 'secret': {'secretName': 's'}}] | volume with secret.secretName="s" is not allowed because service account strict does not reference that secret
          'containers': [{'name': 'c', 'image': 'i', 'env': [{'name': 'A', 'valueFrom': {'secretKeyRef': {'name': 's', 'key': 'k'}}}]}] | container c with envVar A referencing secret.secretName="s" is not allowed because service account strict does not reference that secret
          'containers': [{'name': 'c', 'image': 'i', 'envFrom': [{'secretRef': {'name': 's'}}]}] | container c with envFrom referencing secret.secretName="s" is not allowed because service account strict does not reference that secret
          'initContainers': [{'name': 'i', 'image': 'i', 'envFrom': [{'secretRef': {'name': 's'}}]}] | init container i with envFrom referencing secret.secretName="s" is not allowed because service account strict does not reference that secret
          'imagePullSecrets': [{'name': 'registry'}, {'name': 's'}] | imagePullSecrets[1].name="s" is not allowed because service account strict does not reference that imagePullSecret
          """)
  void anEnforcingAccountLimitsTheSecretsOfItsPods(String spec, String problem) {
    ApiResponse response = create("p", "", "'serviceAccountName': 'strict', " + spec);

    assertThat(response.status()).isEqualTo(403);
    assertThat(message(response)).isEqualTo("pods \"p\" is forbidden: " + problem);
    assertThat(create("p", "", "'serviceAccountName': 'plain', " + spec).status()).isEqualTo(201);
  }

  @Test
  void anEnforcingAccountAllowsItsSecretsAndAddsItsPullSecrets() {
    ApiResponse response =
        create(
            "p",
            "",
            "'serviceAccountName': 'strict', 'volumes': [{'name': 'v', 'secret': {'secretName':"
                + " 'known'}}]");

    assertThat(response.status()).isEqualTo(201);
    assertThat(json(response).at("/spec/imagePullSecrets").toString())
        .isEqualTo("[{\"name\":\"registry\"}]");
  }

  @Test
  void anEnforcingAccountLimitsTheSecretsOfEphemeralContainers() {
    create("p", "", "'serviceAccountName': 'strict'");
    String patch =
        "{'spec': {'ephemeralContainers': [{'name': 'e', 'image': 'i', 'envFrom': [{'secretRef':"
            + " {'name': 'NAME'}}]}]}}";

    ApiResponse denied =
        server.patch(
            PODS + "/p/ephemeralcontainers", TestingServer.MERGE, patch.replace("NAME", "s"));
    ApiResponse allowed =
        server.patch(
            PODS + "/p/ephemeralcontainers", TestingServer.MERGE, patch.replace("NAME", "known"));

    assertThat(denied.status()).isEqualTo(500);
    assertThat(message(denied))
        .isEqualTo(
            "ephemeral container e with envFrom referencing secret.secretName=\"s\" is not allowed"
                + " because service account strict does not reference that secret");
    assertThat(allowed.status()).isEqualTo(200);
  }

  @Test
  void staticPodsHaveNoEphemeralContainers() {
    mirror("");

    ApiResponse response =
        server.patch(
            PODS + "/p/ephemeralcontainers",
            TestingServer.MERGE,
            "{'spec': {'ephemeralContainers': [{'name': 'e', 'image': 'i'}]}}");

    assertThat(message(response))
        .isEqualTo(
            "Pod \"p\" is invalid: []: Forbidden: static pods do not support ephemeral"
                + " containers");
  }

  @Test
  void aVolumeWithTheNameOfATokenVolumeIsUsed() {
    ObjectNode pod =
        json(
            create(
                "p",
                "",
                "'serviceAccountName': 'plain', 'volumes': [{'name': 'kube-api-access-own',"
                    + " 'emptyDir': {}}]"));

    assertThat(pod.at("/spec/volumes")).hasSize(1);
    assertThat(pod.at("/spec/containers/0/volumeMounts/0/name").asText())
        .isEqualTo("kube-api-access-own");
  }

  @Test
  void theEnforcingAnnotationIsDeprecated() {
    String annotated =
        "{'metadata': {'annotations': {'kubernetes.io/enforce-mountable-secrets': 'true'}}}";

    ApiResponse added = server.patch(ACCOUNTS + "/plain", TestingServer.MERGE, annotated);
    ApiResponse kept =
        server.patch(
            ACCOUNTS + "/plain", TestingServer.MERGE, "{'metadata': {'labels': {'a': 'b'}}}");

    assertThat(added.headers().get("warning"))
        .containsExactly(
            "299 - \"metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in"
                + " v1.32+; prefer separate namespaces to isolate access to mounted secrets\"");
    assertThat(kept.headers()).doesNotContainKey("warning");
  }
}
