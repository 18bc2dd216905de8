package io.coxswain.slurm.checks.podephemeralstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.env.Http;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.sim.Simulation;
import io.coxswain.slurm.checks.ChecksWorld;
import io.fabric8.kubernetes.api.model.Node;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubeletStatsTest {
  private static final Path TOKEN = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");
  private final List<Http.Request> requests = new ArrayList<>();
  private int status = 200;
  private String answer =
      """
      {"node": {"nodeName": "m1", "more": [1, {"a": 2}]},
       "pods": [{"podRef": {"uid": "u1"}, "ephemeral-storage": {"usedBytes": 5000000000}},
                {"podRef": {"uid": "u2"}}]}
      """;
  private Metrics metrics = new Metrics();

  /** What is done with it. */
  private interface Deed {
    void with(Env env, KubeletStats stats) throws Exception;
  }

  private void ask(Deed deed) {
    metrics = new Metrics();
    Simulation.named("kubelets")
        .process(
            "program",
            env -> {
              Env reached =
                  env.withHttp(
                      request -> {
                        requests.add(request);
                        return new Http.Answer(
                            status,
                            new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)));
                      });
              deed.with(
                  env, new KubeletStats(reached, metrics, 10250, Duration.ofSeconds(10), null));
            })
        .script(world -> world.run(Duration.ofSeconds(1)))
        .run(1);
  }

  private static Node node(String status) {
    return ChecksWorld.yaml(Node.class, "{metadata: {name: m1}, status: " + status + "}");
  }

  private static final String BOTH =
      "{addresses: [{type: Hostname, address: m1}, {type: InternalIP, address: 10.0.0.1}]}";

  @Test
  void queriesTheKubeletAtItsInternalAddressWithACurrentToken() {
    ask(
        (env, stats) -> {
          env.files().createDirectories(Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
          env.files().write(TOKEN, "first\n".getBytes(StandardCharsets.UTF_8));
          assertThat(stats.used(node(BOTH), "u1")).hasValue(5_000_000_000L);
          env.files().write(TOKEN, "second\n".getBytes(StandardCharsets.UTF_8));
          assertThat(stats.used(node(BOTH), "u2")).hasValue(0);
          assertThat(stats.used(node(BOTH), "u3")).isEmpty();
        });

    assertThat(requests.getFirst().uri()).hasToString("https://10.0.0.1:10250/stats/summary");
    assertThat(requests.getFirst().timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(requests)
        .extracting(request -> request.headers().get("Authorization"))
        .containsExactly("Bearer first", "Bearer second", "Bearer second");
    assertThat(scrape())
        .contains("soperator_kubelet_stats_requests_total{outcome=\"success\"} 3.0")
        .contains("soperator_kubelet_stats_request_duration_seconds_bucket{le=\"0.01\"}")
        .contains("soperator_kubelet_stats_request_duration_seconds_bucket{le=\"5.12\"}");
  }

  @Test
  void usesHostNameAndPortOfTheNodeStatus() {
    ask(
        (env, stats) -> {
          var _ =
              stats.used(
                  node(
                      "{addresses: [{type: Hostname, address: m1}],"
                          + " daemonEndpoints: {kubeletEndpoint: {Port: 10300}}}"),
                  "u1");
          var _ = stats.used(node("{addresses: [{type: InternalIP, address: \"fd00::1\"}]}"), "u1");
          assertThatThrownBy(() -> stats.used(node("{}"), "u1"))
              .hasMessageContaining("m1 has no internal IP or hostname");
        });

    assertThat(requests)
        .extracting(request -> request.uri().toString())
        .containsExactly("https://m1:10300/stats/summary", "https://[fd00::1]:10250/stats/summary");
  }

  @Test
  void rejectsIncompleteResponses() {
    status = 403;
    answer = "x".repeat(5000);
    ask(
        (env, stats) ->
            assertThatThrownBy(() -> stats.used(node(BOTH), "u1"))
                .hasMessageContaining("403")
                .satisfies(e -> assertThat(e).message().hasSizeLessThan(2200)));
    status = 200;
    answer = "{\"pods\": [{\"podRef\": {\"uid\": \"u1\"}, \"ephem";
    ask(
        (env, stats) ->
            assertThatThrownBy(() -> stats.used(node(BOTH), "u1")).isInstanceOf(Exception.class));
    answer = "{\"pods\": [";
    ask(
        (env, stats) ->
            assertThatThrownBy(() -> stats.used(node(BOTH), "u1")).isInstanceOf(Exception.class));
    assertThat(scrape()).contains("soperator_kubelet_stats_requests_total{outcome=\"error\"} ");
  }

  private String scrape() {
    return new String(metrics.scrape(), StandardCharsets.UTF_8);
  }
}
