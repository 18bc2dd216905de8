package io.coxswain.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.flow.FlowTicket;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** API Priority and Fairness in virtual time: each request holds its seats for a second. */
final class FlowControlTest {
  private static final String GROUP = "/apis/flowcontrol.apiserver.k8s.io/v1/";
  private static final ApiRequest GET = ApiRequest.get("/api/v1/namespaces/default/configmaps/x");

  /** The users have no rights: flow control comes before authorization. */
  private static final int FORBIDDEN = 403;

  /** Three of the 600 seats. */
  private static final String LEVEL =
      """
      {"metadata": {"name": "tenants"}, "spec": {"type": "Limited", "limited": {
        "nominalConcurrencyShares": 1, "lendablePercent": 0, "borrowingLimitPercent": 0,
        "limitResponse": %s}}}
      """;

  private static final String QUEUE =
      "{\"type\": \"Queue\", \"queuing\": {\"queues\": 64, \"handSize\": 4, \"queueLengthLimit\":"
          + " 5}}";

  private static final String SCHEMA =
      """
      {"metadata": {"name": "tenants"}, "spec": {"matchingPrecedence": 100,
        "priorityLevelConfiguration": {"name": "tenants"}, "distinguisherMethod": {"type": "ByUser"},
        "rules": [{"subjects": [{"kind": "Group", "group": {"name": "tenants"}}],
          "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"],
            "namespaces": ["*"], "clusterScope": true}]}]}}
      """;

  /** What became of one request. */
  private record Outcome(String user, int status, Duration waited, Map<String, String> headers) {}

  private final List<Outcome> outcomes = new ArrayList<>();

  private static ApiResponse call(Env env, String method, String path, String body)
      throws IOException {
    return env.api()
        .call(
            ApiRequest.of(method, path)
                .body("application/json", body.getBytes(StandardCharsets.UTF_8)));
  }

  private static void configure(Env env, String response) throws IOException {
    assertThat(
            call(env, "POST", GROUP + "prioritylevelconfigurations", LEVEL.formatted(response))
                .status())
        .isEqualTo(201);
    assertThat(call(env, "POST", GROUP + "flowschemas", SCHEMA).status()).isEqualTo(201);
  }

  /** Sends a request and holds its seats for the given time. */
  private void send(Env env, ApiServer server, String name, String group, Duration held) {
    var user = new User(name, List.of(group));
    env.tasks()
        .spawn(
            name,
            () -> {
              Instant began = env.clock().now();
              try (var ticket = new FlowTicket()) {
                HandlerResponse response = server.handle(GET, user, ticket);
                Duration waited = Duration.between(began, env.clock().now());
                int status =
                    response instanceof HandlerResponse.Whole whole
                        ? whole.response().status()
                        : 200;
                var headers = new TreeMap<>(ticket.headers());
                if (response instanceof HandlerResponse.Whole whole
                    && whole.response().header("retry-after") != null) {
                  headers.put(
                      "retry-after", String.valueOf(whole.response().header("retry-after")));
                }
                outcomes.add(new Outcome(name, status, waited, headers));
                if (ticket.isSeated()) {
                  env.clock().sleep(held);
                }
              }
            });
  }

  private List<Outcome> of(String user) {
    return outcomes.stream().filter(o -> o.user.equals(user)).toList();
  }

  /** The story of a test. */
  private interface Story {
    void run(Env env, ApiServer server) throws Exception;
  }

  private void play(int expected, Story story) {
    World[] worlds = new World[1];
    Simulation.named("flow-control")
        .before(world -> worlds[0] = world)
        .process(
            "client",
            env -> {
              story.run(env, worlds[0].server());
              env.clock().sleep(Duration.ofMinutes(10)); // its tasks end with the process
            })
        .script(
            world ->
                world.await(
                    "all requests have ended",
                    () -> outcomes.size() == expected,
                    Duration.ofMinutes(5)))
        .run(1, FaultPlan.NONE);
  }

  @Test
  void aBusyFlowFillsItsQueuesButDoesNotHoldUpAnother() {
    play(
        102,
        (env, server) -> {
          configure(env, QUEUE);
          for (int i = 0; i < 100; i++) {
            send(env, server, "elephant", "tenants", Duration.ofSeconds(1));
          }
          env.clock().sleep(Duration.ofMillis(10));
          send(env, server, "mouse", "tenants", Duration.ofSeconds(1));
          env.clock().sleep(Duration.ofMillis(500));
          send(env, server, "mouse", "tenants", Duration.ofSeconds(1));
        });

    List<Outcome> elephant = of("elephant");
    assertThat(elephant.stream().filter(o -> o.status == 429))
        .as("beyond three seats and four queues of five")
        .hasSize(77);
    assertThat(elephant.stream().map(Outcome::waited).max(Duration::compareTo))
        .hasValueSatisfying(longest -> assertThat(longest).isGreaterThan(Duration.ofSeconds(5)));
    assertThat(of("mouse"))
        .allSatisfy(
            mouse -> {
              assertThat(mouse.status).isEqualTo(FORBIDDEN);
              assertThat(mouse.waited).isLessThan(Duration.ofSeconds(2));
            });
  }

  @Test
  void aRequestThatWaitsTooLongIsRejectedWithTheTimeToTryAgain() {
    play(
        4,
        (env, server) -> {
          configure(env, QUEUE);
          for (int i = 0; i < 3; i++) {
            send(env, server, "holder", "tenants", Duration.ofMinutes(1));
          }
          env.clock().sleep(Duration.ofMillis(1));
          send(env, server, "late", "tenants", Duration.ZERO);
        });

    Outcome late = of("late").getFirst();
    assertThat(late.status).isEqualTo(429);
    assertThat(late.waited).isEqualTo(Duration.ofSeconds(15));
    assertThat(late.headers).containsEntry("retry-after", "1");
    assertThat(late.headers)
        .containsKeys("X-Kubernetes-PF-FlowSchema-UID", "X-Kubernetes-PF-PriorityLevel-UID");
  }

  @Test
  void aLevelWithoutQueuesRejectsAtOnceAndAdministratorsAreExempt() {
    play(
        6,
        (env, server) -> {
          configure(env, "{\"type\": \"Reject\"}");
          for (int i = 0; i < 4; i++) {
            send(env, server, "tenant", "tenants", Duration.ofSeconds(1));
          }
          env.clock().sleep(Duration.ofMillis(1));
          send(env, server, "admin", "system:masters", Duration.ZERO);
          send(env, server, "other", "system:authenticated", Duration.ZERO);
        });

    assertThat(of("tenant").stream().map(Outcome::status))
        .containsExactly(FORBIDDEN, FORBIDDEN, FORBIDDEN, 429);
    assertThat(outcomes).allSatisfy(o -> assertThat(o.waited).isEqualTo(Duration.ZERO));
    assertThat(of("admin").getFirst().status).isEqualTo(404); // there is no such object
    assertThat(of("other").getFirst().headers)
        .as("another level")
        .isNotEqualTo(of("tenant").getFirst().headers);
  }

  @Test
  void metricsShowWhatALevelUsesAndWantsOverTime() {
    List<String> metrics = new ArrayList<>();
    play(
        7,
        (env, server) -> {
          configure(env, QUEUE);
          for (int i = 0; i < 6; i++) {
            send(env, server, "tenant", "tenants", Duration.ofSeconds(1));
          }
          env.clock().sleep(Duration.ofSeconds(4));
          String text =
              new String(
                  server.metrics().answer(ApiRequest.get("/metrics")).orElseThrow().body(),
                  StandardCharsets.UTF_8);
          text.lines().filter(line -> line.contains("flowcontrol_")).forEach(metrics::add);
          send(env, server, "last", "tenants", Duration.ofSeconds(1));
        });

    // Six seats of three are wanted for a second, then three of three.
    assertThat(value(metrics, "demand_seats_sum{priority_level=\"tenants\"}")).isEqualTo(3e9);
    assertThat(value(metrics, "demand_seats_bucket{priority_level=\"tenants\",le=\"2.0\"}"))
        .isEqualTo(value(metrics, "demand_seats_count{priority_level=\"tenants\"}"))
        .isGreaterThanOrEqualTo(4e9);
    assertThat(
            value(metrics, "demand_seats_bucket{priority_level=\"tenants\",le=\"2.0\"}")
                - value(metrics, "demand_seats_bucket{priority_level=\"tenants\",le=\"1.7\"}"))
        .isEqualTo(1e9);
    String executing = "{phase=\"executing\",priority_level=\"tenants\"}";
    assertThat(value(metrics, "priority_level_seat_utilization_sum" + executing)).isEqualTo(2e9);
    assertThat(value(metrics, "priority_level_request_utilization_sum" + executing)).isEqualTo(2e9);
    assertThat(
            value(
                metrics,
                "priority_level_request_utilization_sum"
                    + "{phase=\"waiting\",priority_level=\"tenants\"}"))
        .isEqualTo(1e9 * 3 / (64 * 5));
    assertThat(
            value(
                metrics,
                "read_vs_write_current_requests_sum"
                    + "{phase=\"executing\",request_kind=\"readOnly\"}"))
        .isPositive();
    assertThat(value(metrics, "current_r{priority_level=\"tenants\"}")).isPositive();
    assertThat(value(metrics, "dispatch_r{priority_level=\"tenants\"}")).isPositive();
    assertThat(value(metrics, "next_s_bounds{bound=\"max\",priority_level=\"tenants\"}"))
        .isGreaterThanOrEqualTo(
            value(metrics, "next_s_bounds{bound=\"min\",priority_level=\"tenants\"}"));
  }

  private static double value(List<String> metrics, String series) {
    String start = "apiserver_flowcontrol_" + series + " ";
    return metrics.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> Double.parseDouble(line.substring(start.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError(series + " is not in " + metrics));
  }

  @Test
  void aWatchGivesItsSeatBackWhenItHasBegun() {
    var seated = new ArrayList<Boolean>();
    Simulation.named("flow-control")
        .script(
            world -> {
              try (var ticket = new FlowTicket()) {
                HandlerResponse response =
                    world
                        .server()
                        .handle(
                            ApiRequest.get("/api/v1/pods").with("watch", "true"),
                            new User("someone", List.of("system:masters")),
                            ticket);
                seated.add(ticket.isSeated());
                assertThat(ticket.headers()).hasSize(2);
                ((HandlerResponse.Watch) response).watch().close();
              }
            })
        .run(1, FaultPlan.NONE);

    assertThat(seated).containsExactly(false);
  }

  @Test
  void reportsASchemaWhoseLevelDoesNotExist() {
    List<String> seen = new ArrayList<>();
    Simulation.named("flow-control")
        .process(
            "administrator",
            env -> {
              call(env, "POST", GROUP + "flowschemas", SCHEMA);
              env.clock().sleep(Duration.ofSeconds(1));
              seen.add(dangling(env));
              call(env, "POST", GROUP + "prioritylevelconfigurations", LEVEL.formatted(QUEUE));
              env.clock().sleep(Duration.ofSeconds(1));
              seen.add(dangling(env));
            })
        .script(
            world -> world.await("both were seen", () -> seen.size() == 2, Duration.ofMinutes(1)))
        .run(1, FaultPlan.NONE);

    assertThat(seen)
        .containsExactly(
            "True NotFound This FlowSchema references the PriorityLevelConfiguration object named"
                + " \"tenants\" but there is no such object",
            "False Found This FlowSchema references the PriorityLevelConfiguration object named"
                + " \"tenants\" and it exists");
  }

  private static String dangling(Env env) throws IOException {
    JsonNode condition =
        Json.tree(env.api().call(ApiRequest.get(GROUP + "flowschemas/tenants")).body())
            .at("/status/conditions/0");
    return String.join(
        " ",
        condition.path("status").asText(),
        condition.path("reason").asText(),
        condition.path("message").asText());
  }
}
