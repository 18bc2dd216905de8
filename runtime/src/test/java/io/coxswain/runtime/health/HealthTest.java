package io.coxswain.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.EndpointServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HealthTest {
  private final Health readyz =
      new Health(
          "/readyz",
          new TreeMap<>(
              Map.of(
                  "b-fails",
                  () -> {
                    throw new IllegalStateException("no certificates");
                  },
                  "a-ping",
                  Check.PING,
                  "c-ping",
                  Check.PING)));

  @Test
  @Scenario("runtime-19")
  void showsEachCheckWhenOneFails() {
    EndpointResponse answer = readyz.answer("/readyz", Map.of());

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text())
        .isEqualTo(
            """
            [+]a-ping ok
            [-]b-fails failed: reason withheld
            [+]c-ping ok
            healthz check failed
            """);
  }

  @Test
  @Scenario("runtime-19")
  void omitsExcludedChecks() {
    Map<String, List<String>> query = Map.of("exclude", List.of("b-fails"));

    assertThat(readyz.answer("/readyz", query).status()).isEqualTo(200);
    assertThat(readyz.answer("/readyz", query).text()).isEqualTo("ok");
  }

  @Test
  void listsAllChecksIfVerbose() {
    Map<String, List<String>> query =
        Map.of("exclude", List.of("b-fails", "x"), "verbose", List.of(""));

    assertThat(readyz.answer("/readyz", query).text())
        .isEqualTo(
            """
            [+]a-ping ok
            [+]b-fails excluded: ok
            [+]c-ping ok
            warn: some health checks cannot be excluded: no matches for "x"
            healthz check passed
            """);
  }

  @Test
  void servesASingleCheck() {
    assertThat(readyz.answer("/readyz/a-ping", Map.of()).text()).isEqualTo("ok");
    assertThat(readyz.answer("/readyz/b-fails", Map.of()).status()).isEqualTo(500);
    assertThat(readyz.answer("/readyz/b-fails", Map.of()).text())
        .isEqualTo("internal server error: no certificates\n");
    assertThat(readyz.answer("/readyz/x", Map.of()).status()).isEqualTo(404);
    assertThat(readyz.answer("/readyzoo", Map.of()).status()).isEqualTo(404);
  }

  @Test
  void doesNotExistWithoutChecks() {
    assertThat(new Health("/healthz", new TreeMap<>()).answer("/healthz", Map.of()).status())
        .isEqualTo(404);
  }

  @Test
  void isServedOverHttp() throws Exception {
    var endpoints = new TreeMap<String, Endpoint>(Map.of("/readyz", readyz::answer));
    try (EndpointServer server = EndpointServer.start("0", endpoints);
        HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> well = get(http, server, "/readyz?exclude=b-fails&exclude=x");
      HttpResponse<String> ill = get(http, server, "/readyz/");
      HttpResponse<String> other = get(http, server, "/");

      assertThat(well.statusCode()).isEqualTo(200);
      assertThat(well.body()).isEqualTo("ok");
      assertThat(well.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
      assertThat(well.headers().firstValue("x-content-type-options")).hasValue("nosniff");
      assertThat(ill.statusCode()).isEqualTo(500);
      assertThat(ill.body()).endsWith("healthz check failed\n");
      assertThat(other.statusCode()).isEqualTo(404);
    }
  }

  private static HttpResponse<String> get(HttpClient http, EndpointServer server, String target)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + target)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
