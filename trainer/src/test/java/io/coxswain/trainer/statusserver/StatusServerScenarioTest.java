package io.coxswain.trainer.statusserver;

import static io.coxswain.trainer.TrainerWorld.TJ;
import static io.coxswain.trainer.TrainerWorld.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainerStatus;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.TrainerWorld;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reports of progress, by those who may and those who may not. */
class StatusServerScenarioTest {
  private static final String MINE = StatusPath.of(TJ).path();
  private static final String TIME = "\"lastUpdatedTime\": \"2026-01-01T00:00:00Z\"";

  @Test
  @Scenario("trainer-36")
  void aReportReplacesTheOneBefore() {
    play(
        (world, server) -> {
          String token = token(world, "default", StatusPath.of(TJ).audience());

          EndpointResponse first =
              post(
                  server,
                  MINE,
                  token,
                  "{\"trainerStatus\": {\"progressPercentage\": 42, \"unknown\": 1, \"metrics\": [{\"name\": \"loss\", \"value\": \"0.5\"}], "
                      + TIME
                      + "}}");
          assertThat(first.status()).as(first.text()).isEqualTo(200);
          assertThat(progress(world).getProgressPercentage()).isEqualTo(42);
          assertThat(progress(world).getMetrics().getFirst().getValue()).isEqualTo("0.5");

          assertThat(post(server, MINE, token, "{\"trainerStatus\": {" + TIME + "}}").status())
              .isEqualTo(200);
          assertThat(progress(world).getProgressPercentage()).isNull();
          assertThat(progress(world).getMetrics()).isEmpty();

          assertThat(post(server, MINE, "bearer  " + token, "{}").status()).isEqualTo(200);
          assertThat(progress(world).getLastUpdatedTime()).isEqualTo("2026-01-01T00:00:00Z");
        });
  }

  @Test
  @Scenario("trainer-37")
  void rejectsUnauthorizedAndInvalidReports() {
    play(
        (world, server) -> {
          String token = token(world, "default", StatusPath.of(TJ).audience());
          ObjectKey other = TJ.sibling("other");
          String report = "{\"trainerStatus\": {\"progressPercentage\": %d, " + TIME + "}}";

          String forOther = token(world, "default", StatusPath.of(other).audience());
          refused(post(server, MINE, forOther, report.formatted(1)), 403, "Forbidden", "Forbidden");
          String elsewhere = token(world, "elsewhere", StatusPath.of(TJ).audience());
          refused(
              post(server, MINE, elsewhere, report.formatted(1)), 403, "Forbidden", "Forbidden");
          refused(post(server, MINE, "x", report.formatted(1)), 403, "Forbidden", "Forbidden");
          refused(
              server.handle(request(MINE, Map.of(), report.formatted(1))),
              403,
              "Forbidden",
              "Forbidden");

          EndpointResponse tooMuch = post(server, MINE, token, report.formatted(150));
          assertThat(tooMuch.status()).isEqualTo(422);
          assertThat(tooMuch.text()).contains("progressPercentage").contains("\"Invalid\"");
          refused(post(server, MINE, token, "no JSON"), 422, "Invalid", "Invalid payload");
          refused(
              post(server, StatusPath.of(other).path(), forOther, report.formatted(1)),
              404,
              "NotFound",
              "Train job not found");
          refused(
              post(server, MINE, token, " ".repeat(70_000)),
              413,
              "RequestEntityTooLarge",
              "Payload too large");
          refused(post(server, "/elsewhere", token, "{}"), 404, "NotFound", "Not found");
          assertThat(world.objects().fetch(TrainJob.class, TJ).getStatus()).isNull();
        });
  }

  /** What happens with a server. */
  private interface Play {
    void act(World world, StatusServer server) throws Exception;
  }

  private static void play(Play play) {
    Simulation.named("status server")
        .server(ApiServerOptions.plain().withServiceAccounts())
        .given(TrainerWorld::install)
        .script(
            world -> {
              for (String namespace : new String[] {"elsewhere"}) {
                world
                    .objects()
                    .create(
                        new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build());
              }
              for (String namespace : new String[] {"default", "elsewhere"}) {
                world
                    .objects()
                    .create(
                        new ServiceAccountBuilder()
                            .withNewMetadata()
                            .withNamespace(namespace)
                            .withName("trainer")
                            .endMetadata()
                            .build());
              }
              world.objects().create(job("trainer: {numNodes: 1}"));
              Manager manager = Manager.builder(world.env()).build();
              play.act(world, StatusServer.add(manager, "", 100, 100));
            })
        .run(1);
  }

  private static String token(World world, String namespace, String audience) throws Exception {
    var response =
        world
            .objects()
            .call(
                ApiRequest.of(
                        "POST",
                        "/api/v1/namespaces/" + namespace + "/serviceaccounts/trainer/token")
                    .body(
                        "application/json",
                        ("{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{\"audiences\":[\""
                                + audience
                                + "\"]}}")
                            .getBytes(StandardCharsets.UTF_8)));
    return Json.tree(response.body()).at("/status/token").asText();
  }

  private static EndpointResponse post(
      StatusServer server, String path, String token, String body) {
    String header = token.startsWith("bearer") ? token : "Bearer " + token;
    return server.handle(request(path, Map.of("authorization", header), body));
  }

  private static Request request(String path, Map<String, String> headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    var all = new TreeMap<>(headers);
    all.put("content-length", Integer.toString(bytes.length));
    return new Request("POST", path, Map.of(), all, bytes);
  }

  private static void refused(EndpointResponse answer, int code, String reason, String message) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(code);
    assertThat(Json.tree(answer.body()).path("reason").asText()).isEqualTo(reason);
    assertThat(Json.tree(answer.body()).path("message").asText()).isEqualTo(message);
  }

  private static TrainerStatus progress(World world) throws Exception {
    @Nullable TrainJobStatus status = world.objects().fetch(TrainJob.class, TJ).getStatus();
    return Objects.requireNonNull(Objects.requireNonNull(status).getTrainerStatus());
  }
}
