package io.coxswain.console.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.model.ApiClient;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Http;
import io.coxswain.evidence.Attack;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramsTest {
  private static final ApiClient NOBODY = new ApiClient(ApiTransport.NONE);

  private static final String PAGE =
      """
      # HELP workqueue_depth Current depth of workqueue
      workqueue_depth{controller="job",name="job",priority="0"} 2
      workqueue_depth{controller="job",name="job",priority="-100"} 3
      controller_runtime_reconcile_total{controller="job",result="success"} 10
      controller_runtime_reconcile_total{controller="job",result="error"} 2
      controller_runtime_reconcile_errors_total{controller="job"} 2
      controller_runtime_reconcile_time_seconds_bucket{controller="job",le="0.1"} 11
      controller_runtime_reconcile_time_seconds_bucket{controller="job",le="1.0"} 12
      controller_runtime_reconcile_time_seconds_bucket{controller="job",le="+Inf"} 12
      controller_runtime_reconcile_time_seconds_sum{controller="job"} 0.6
      controller_runtime_reconcile_time_seconds_count{controller="job"} 12
      rest_client_requests_total{code="200",host="h \\"x\\", y",method="GET"} 7
      coxswain_cache_bytes{group="",kind="Pod"} 1200
      not a sample
      """;

  private static Programs programs(MonitoredProgram.Metrics metrics) {
    return new Programs(
        Env.production(),
        List.of(
            new MonitoredProgram(
                "p", "embedded", ObjectKey.of(""), metrics, path -> EndpointResponse.NOT_FOUND)));
  }

  @Test
  void sumsUpTheMetricsOfEachController() {
    JsonNode program =
        programs(() -> PAGE.getBytes(StandardCharsets.UTF_8))
            .render(NOBODY)
            .path("programs")
            .path("p");

    JsonNode job = program.path("controllers").path("job");
    assertThat(program.path("up").asBoolean()).isTrue();
    assertThat(job.path("depth").asDouble()).isEqualTo(5);
    assertThat(job.path("reconciles").asDouble()).isEqualTo(12);
    assertThat(job.path("errors").asDouble()).isEqualTo(2);
    assertThat(job.path("meanSeconds").asDouble()).isCloseTo(0.05, within(1e-9));
    assertThat(job.path("p99Seconds").asDouble()).isEqualTo(1.0);
    assertThat(program.path("api").path("requests")).hasToString("{\"200\":7}");
    assertThat(program.path("cache").path("bytes")).hasToString("{\"Pod\":1200}");
  }

  @Test
  void aProgramThatDoesNotRespondIsDown() {
    JsonNode program =
        programs(
                () -> {
                  throw new IOException("connection refused");
                })
            .render(NOBODY)
            .path("programs")
            .path("p");

    assertThat(program.path("up").asBoolean()).isFalse();
    assertThat(program.path("message").asText()).isEqualTo("connection refused");
  }

  @Test
  void listsWhatTriggeredAReconcile() throws HttpError {
    var programs =
        new Programs(
            Env.production(),
            List.of(
                MonitoredProgram.of("p", ObjectKey.of(""), () -> new byte[0])
                    .withTriggers(
                        path ->
                            path.equals("/debug/controllers/job/default/a")
                                ? EndpointResponse.text(200, "one\ntwo\n")
                                : EndpointResponse.text(404, "no triggers recorded\n"))));

    assertThat(programs.why("p", "job", "default/a").path("lines"))
        .hasToString("[\"one\",\"two\"]");
    assertThatThrownBy(() -> programs.why("p", "job", "default/b"))
        .hasMessage("no triggers recorded");
    assertThatThrownBy(() -> programs.why("q", "", "")).isInstanceOf(HttpError.class);
  }

  @Test
  void namesTheObjectsWhoseLatestReconcileFailed() {
    var programs =
        new Programs(
            Env.production(),
            List.of(
                MonitoredProgram.of(
                        "p", ObjectKey.of(""), () -> PAGE.getBytes(StandardCharsets.UTF_8))
                    .withTriggers(
                        path ->
                            path.equals("/debug/controllers/-/failing")
                                ? EndpointResponse.text(
                                    200, "job\tdefault/a\t2026-01-01T00:00:00Z\tno quota\nx\n")
                                : EndpointResponse.NOT_FOUND)));

    JsonNode job =
        programs.render(NOBODY).path("programs").path("p").path("controllers").path("job");

    assertThat(job.path("failing"))
        .hasToString(
            "[{\"key\":\"default/a\",\"time\":\"2026-01-01T00:00:00Z\",\"message\":\"no quota\"}]");
  }

  @Test
  void readsTriggersFromThePortOfTheMetrics() throws Exception {
    var requested = new ArrayList<String>();
    Http http =
        request -> {
          requested.add(request.uri().toString());
          return new Http.Answer(200, new ByteArrayInputStream(new byte[] {'a', '\n'}));
        };
    var programs =
        new Programs(
            Env.production(),
            List.of(MonitoredProgram.at("p", URI.create("http://manager:8080/metrics"), http)));

    assertThat(programs.why("p", "job", "default/a b").path("lines")).hasToString("[\"a\"]");
    assertThat(requested)
        .containsExactly("http://manager:8080/debug/controllers/job/default/a%20b");
  }

  @Test
  @Attack("a controller or key whose dots lead to another page of a manager")
  void readsNothingOutsideTheTriggersOfAManager() {
    Http http =
        request -> {
          throw new AssertionError(request.uri());
        };
    var programs =
        new Programs(
            Env.production(),
            List.of(MonitoredProgram.at("p", URI.create("http://manager:8080/metrics"), http)));

    for (String name : List.of("../..", "..", "job/../../flags", "./x", "a//b")) {
      assertThatThrownBy(() -> programs.why("p", name, "k")).isInstanceOf(HttpError.class);
      assertThatThrownBy(() -> programs.why("p", "job", name)).isInstanceOf(HttpError.class);
    }
  }
}
