package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A custom kind with numbers, times and a scale subresource, and requests about it. */
final class WidgetKind {
  static final String PATH = "/apis/example.com/v1/namespaces/default/widgets";

  private final TestingServer server;

  WidgetKind(TestingServer server) {
    this.server = server;
    assertThat(
            server
                .post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition())
                .status())
        .isEqualTo(201);
  }

  private static String definition() {
    try {
      return Json.yamlMapper()
          .readTree(
              """
              apiVersion: apiextensions.k8s.io/v1
              kind: CustomResourceDefinition
              metadata: {name: widgets.example.com}
              spec:
                group: example.com
                scope: Namespaced
                names: {plural: widgets, singular: widget, kind: Widget}
                versions:
                - name: v1
                  served: true
                  storage: true
                  subresources:
                    status: {}
                    scale:
                      specReplicasPath: .spec.replicas
                      statusReplicasPath: .status.replicas
                      labelSelectorPath: .status.selector
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec:
                          type: object
                          x-kubernetes-preserve-unknown-fields: true
                          properties:
                            replicas: {type: integer, minimum: 0}
                            plain: {type: integer}
                            ratio: {type: number}
                            small: {type: number, maximum: 1000000}
                            any: {x-kubernetes-int-or-string: true}
                            when: {type: string, format: date-time}
                            wait: {type: string, format: duration}
                        status:
                          type: object
                          properties:
                            replicas: {type: integer}
                            selector: {x-kubernetes-preserve-unknown-fields: true}
              """)
          .toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Creates one with fields of its spec, written as they are. */
  ApiResponse create(String contentType, String fields) {
    String body =
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\"},\"spec\":{"
            + fields
            + "}}";
    return server.call(
        ApiRequest.of("POST", PATH).body(contentType, body.getBytes(StandardCharsets.UTF_8)));
  }

  /** The spec of the response as it is written, or the message that rejects the request. */
  static String outcome(ApiResponse response) {
    String text = new String(response.body(), StandardCharsets.UTF_8);
    if (response.status() < 300) {
      return text.substring(text.lastIndexOf("\"spec\":") + 7, text.lastIndexOf('}'));
    }
    JsonNode status = TestingServer.json(response);
    return status.path("message").asText().replaceFirst("^Widget[^:]* is invalid: ", "");
  }
}
