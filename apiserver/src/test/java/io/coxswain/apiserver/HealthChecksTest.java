package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HealthChecksTest {
  private final TestingServer server = new TestingServer();

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  @Test
  void listsEachCheckWithVerbose() {
    assertThat(text(server.get("/readyz"))).isEqualTo("ok");
    assertThat(text(server.get("/livez?verbose"))).isEqualTo("[+]ping ok\nlivez check passed\n");
    assertThat(text(server.get("/healthz?verbose")))
        .isEqualTo("[+]ping ok\nhealthz check passed\n");
    ApiResponse ready = server.get("/readyz?verbose");
    assertThat(text(ready)).isEqualTo("[+]ping ok\n[+]shutdown ok\nreadyz check passed\n");
    assertThat(ready.header("content-type")).isEqualTo("text/plain; charset=utf-8");
    assertThat(ready.header("x-content-type-options")).isEqualTo("nosniff");
  }

  @Test
  void servesEachCheckByItsName() {
    assertThat(text(server.get("/readyz/ping"))).isEqualTo("ok");
    assertThat(text(server.get("/readyz/shutdown"))).isEqualTo("ok");
    assertThat(server.get("/livez/shutdown").status()).isEqualTo(404);
    assertThat(text(server.get("/readyz/none"))).isEqualTo("404 page not found\n");
    assertThat(server.get("/readyz/").status()).isEqualTo(404);
  }

  @Test
  void showsTheReasonOfAFailureOnlyOnThePathOfTheCheck() {
    server
        .server
        .health()
        .add(
            "workers",
            EnumSet.of(HealthChecks.Probe.LIVEZ, HealthChecks.Probe.READYZ),
            () -> Optional.of("2 workers have died"));

    ApiResponse live = server.get("/livez");

    assertThat(live.status()).isEqualTo(500);
    assertThat(text(live))
        .isEqualTo("[+]ping ok\n[-]workers failed: reason withheld\nlivez check failed\n");
    ApiResponse one = server.get("/livez/workers");
    assertThat(one.status()).isEqualTo(500);
    assertThat(text(one)).isEqualTo("internal server error: 2 workers have died\n");
    assertThat(server.get("/healthz").status()).isEqualTo(200);
  }

  @Test
  void treatsAThrowingCheckAsFailed() {
    server
        .server
        .health()
        .add(
            "disk",
            () -> {
              throw new IllegalStateException("no space left");
            });

    assertThat(server.get("/readyz").status()).isEqualTo(500);
    assertThat(text(server.get("/readyz/disk")))
        .isEqualTo("internal server error: no space left\n");
  }

  @Test
  void excludesChecksAndWarnsOfUnknownOnes() {
    server.server.health().add("disk", () -> Optional.of("full"));

    assertThat(text(server.get("/livez?exclude=disk"))).isEqualTo("ok");
    assertThat(text(server.get("/livez?verbose&exclude=disk&exclude=b&exclude=a")))
        .isEqualTo(
            """
            [+]ping ok
            [+]disk excluded: ok
            warn: some health checks cannot be excluded: no matches for "a","b"
            livez check passed
            """);
  }

  @Test
  void isNotReadyWhenClosed() {
    server.server.close();

    assertThat(text(server.get("/readyz/shutdown")))
        .isEqualTo("internal server error: process is shutting down\n");
    assertThat(server.get("/livez").status()).isEqualTo(200);
  }

  @Test
  void rejectsTwoChecksOfOneName() {
    assertThatThrownBy(() -> server.server.health().add("ping", Optional::empty))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ping");
  }

  @Test
  void listsItsPaths() throws Exception {
    ApiResponse root = server.get("/");

    assertThat(root.status()).isEqualTo(200);
    assertThat(text(root))
        .startsWith("{\n  \"paths\": [\n    \"/.well-known/openid-configuration\",\n")
        .endsWith("    \"/version\"\n  ]\n}");
    JsonNode paths = Json.MAPPER.readTree(root.body()).path("paths");
    assertThat(paths)
        .extracting(JsonNode::asText)
        .isSorted()
        .contains(
            "/api",
            "/api/v1",
            "/apis",
            "/apis/apps",
            "/apis/apps/v1",
            "/readyz/shutdown",
            "/metrics")
        .allSatisfy(path -> assertThat(server.get(path).status()).as(path).isEqualTo(200));
  }
}
