package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients keep OpenAPI documents as long as the validators of HTTP say that they are current. */
final class OpenApiValidatorsTest {
  private static final String INDEX = "/openapi/v3";

  private final ManualClock clock = new ManualClock();
  private final ApiTransport admin =
      ApiServer.create(clock.env()).transport("admin", List.of("system:masters"));

  private ApiResponse get(String path, String header, String value) throws IOException {
    return admin.call(ApiRequest.of("GET", path).header(header, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi/v2", "/openapi/v3/api/v1"})
  void areSentAndCompared(String path) throws IOException {
    admin.call(ApiRequest.get(path));
    clock.sleep(Duration.ofSeconds(5));
    ApiResponse first = admin.call(ApiRequest.get(path));
    String tag = first.headers().getOrDefault("etag", List.of()).getFirst();
    String time = lastModified(first);

    ApiResponse same = get(path, "if-none-match", tag);
    ApiResponse any = get(path, "if-none-match", "*");
    ApiResponse other = get(path, "if-none-match", "\"x\"");
    ApiResponse since = get(path, "if-modified-since", time);

    assertThat(List.of(same.status(), any.status(), other.status(), since.status()))
        .containsExactly(304, 304, 200, 304);
    assertThat(same.headers()).containsKeys("etag", "vary").doesNotContainKey("last-modified");
  }

  /** Times of HTTP have whole seconds, so two versions of a document may have the same time. */
  @Test
  void sendsADocumentAgainThatChangedWithinTheSameSecond() throws IOException {
    ApiResponse before = admin.call(ApiRequest.get(INDEX));
    define();
    ApiResponse after = get(INDEX, "if-modified-since", lastModified(before));
    ApiResponse again = get(INDEX, "if-modified-since", lastModified(after));
    clock.sleep(Duration.ofSeconds(5));
    ApiResponse later = get(INDEX, "if-modified-since", lastModified(again));
    ApiResponse unchanged = get(INDEX, "if-modified-since", lastModified(later));

    assertThat(List.of(after.status(), again.status(), later.status(), unchanged.status()))
        .containsExactly(200, 200, 200, 304);
    assertThat(new String(after.body(), StandardCharsets.UTF_8)).contains("apis/x.io/v1");
  }

  private static String lastModified(ApiResponse response) {
    return response.headers().getOrDefault("last-modified", List.of()).getFirst();
  }

  private void define() throws IOException {
    String definition =
        """
        {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
         "metadata": {"name": "widgets.x.io"},
         "spec": {"group": "x.io", "scope": "Namespaced",
           "names": {"plural": "widgets", "kind": "Widget"},
           "versions": [{"name": "v1", "served": true, "storage": true,
             "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
        """;
    ApiResponse response =
        admin.call(
            ApiRequest.of("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
                .body("application/json", definition.getBytes(StandardCharsets.UTF_8)));
    assertThat(response.status()).isEqualTo(201);
  }
}
