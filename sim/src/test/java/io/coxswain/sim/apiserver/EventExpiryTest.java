package io.coxswain.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events are gone an hour after they were last written, in either group. */
final class EventExpiryTest {
  private static final String EVENTS = "/api/v1/namespaces/default/events";

  private static int create(Env env, String name) throws IOException {
    String event =
        """
        {"metadata": {"name": "%s"}, "involvedObject": {"kind": "Pod", "name": "p",
         "namespace": "default"}, "reason": "R", "type": "Normal", "count": 1}
        """
            .formatted(name);
    return env.api()
        .call(
            ApiRequest.of("POST", EVENTS)
                .body("application/json", event.getBytes(StandardCharsets.UTF_8)))
        .status();
  }

  private static int get(Env env, String path) throws IOException {
    return env.api().call(ApiRequest.of("GET", path)).status();
  }

  @Test
  void anEventExpiresAnHourAfterItsLastWrite() {
    var seen = new ArrayList<Integer>();
    var removed = new ArrayList<String>();
    Simulation.named("expiry")
        .before(
            world ->
                world
                    .server()
                    .listen(
                        commit -> {
                          if (commit.removal()) {
                            removed.add(commit.collection() + " " + commit.key().name());
                          }
                        }))
        .process(
            "reporter",
            env -> {
              seen.add(create(env, "old"));
              seen.add(create(env, "renewed"));
              env.clock().sleep(Duration.ofMinutes(40));
              seen.add(
                  env.api()
                      .call(
                          ApiRequest.of("PATCH", EVENTS + "/renewed")
                              .body(
                                  "application/merge-patch+json",
                                  "{\"count\":2}".getBytes(StandardCharsets.UTF_8)))
                      .status());
              env.clock().sleep(Duration.ofMinutes(19));
              seen.add(get(env, EVENTS + "/old"));
              env.clock().sleep(Duration.ofMinutes(2));
              seen.add(get(env, EVENTS + "/old"));
              seen.add(get(env, "/apis/events.k8s.io/v1/namespaces/default/events/old"));
              seen.add(get(env, EVENTS + "/renewed"));
              env.clock().sleep(Duration.ofMinutes(40));
              seen.add(get(env, EVENTS + "/renewed"));
            })
        .script(
            world ->
                world.await("the reporter is done", () -> seen.size() == 8, Duration.ofHours(2)))
        .run(1, FaultPlan.NONE);

    assertThat(seen).isEqualTo(List.of(201, 201, 200, 200, 404, 404, 200, 404));
    assertThat(removed).containsExactly("events old", "events renewed");
  }
}
