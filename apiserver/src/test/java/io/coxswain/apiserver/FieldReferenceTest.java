package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * References of environment variables to fields of their pod. The expected texts are those of
 * kube-apiserver v1.35.8.
 */
final class FieldReferenceTest {
  private final TestingServer server = new TestingServer();

  private ApiResponse pod(String apiVersion, String fieldPath) {
    var pod = Json.MAPPER.createObjectNode();
    pod.putObject("metadata").put("name", "p");
    var container = pod.putObject("spec").putArray("containers").addObject();
    container.put("name", "c").put("image", "i");
    container
        .putArray("env")
        .addObject()
        .put("name", "E")
        .putObject("valueFrom")
        .putObject("fieldRef")
        .put("apiVersion", apiVersion)
        .put("fieldPath", fieldPath);
    return server.call(
        ApiRequest.of("POST", "/api/v1/namespaces/default/pods")
            .body("application/json", Json.bytes(pod)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata.name",
        "metadata.labels['a/b']",
        "metadata.annotations['A']",
        "spec.host",
        "status.podIPs",
      })
  void fieldsOfThePodAreAccepted(String path) {
    assertThat(pod("v1", path).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          v1 | metadata.labels[']     | .fieldPath: Invalid value: "metadata.labels[']": error converting fieldPath: field label not supported: metadata.labels[']
          v1 | ['a']                  | .fieldPath: Invalid value: "['a']": error converting fieldPath: field label not supported: ['a']
          v1 | metadata.labels["a"]   | .fieldPath: Invalid value: "metadata.labels[\\"a\\"]": error converting fieldPath: field label not supported: metadata.labels["a"]
          v1 | metadata.name['a']     | .fieldPath: Invalid value: "metadata.name['a']": error converting fieldPath: field label does not support subscript: metadata.name['a']
          v1 | {.metadata.name}       | .fieldPath: Invalid value: "{.metadata.name}": error converting fieldPath: field label not supported: {.metadata.name}
          v2 | metadata.name          | .fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2
          v1 | metadata.labels['']    | : Invalid value: "": name part must be non-empty
          v1 | metadata.labels['a b'] | : Invalid value: "a b": name part must consist of alphanumeric characters
          v1 | spec.restartPolicy     | .fieldPath: Unsupported value: "spec.restartPolicy": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName"
          """)
  void otherPathsAreRejectedWithTheirReason(String version, String path, String problem) {
    assertThat(
            json(pod(version, path))
                .path("message")
                .asText()
                .replace("is invalid: [", "is invalid: "))
        .startsWith("Pod \"p\" is invalid: spec.containers[0].env[0].valueFrom.fieldRef" + problem);
  }
}
