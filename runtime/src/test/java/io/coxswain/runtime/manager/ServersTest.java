package io.coxswain.runtime.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Task;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP endpoints of a manager, over real sockets; the test plays the API server. */
@Timeout(60)
class ServersTest {
  private static final String ANY = "127.0.0.1:0";

  private final TestEnv world = TestEnv.create();
  private final ScriptedApi api = world.api();

  @Test
  void servesMetricsOnlyToAuthorizedUsers(@TempDir Path none) throws Exception {
    Manager manager =
        Manager.builder(world.env())
            .metrics(ANY)
            .secureMetrics(none)
            .authorizedMetrics()
            .metricsEndpoint("/extra", (path, query) -> EndpointResponse.text(200, "more"))
            .build();
    Task running = start(manager);
    String base = "https://localhost:" + manager.port(ANY);

    assertThat(get(base + "/metrics", null)).isEqualTo("401 Unauthorized\n");

    Task unknown =
        world
            .env()
            .tasks()
            .spawn(
                "unknown",
                () -> {
                  assertThat(get(base + "/metrics", "bad")).isEqualTo("401 Unauthorized\n");
                });
    token(false);
    join(unknown);

    Task denied =
        world
            .env()
            .tasks()
            .spawn(
                "denied",
                () -> {
                  assertThat(get(base + "/metrics", "nosy"))
                      .isEqualTo("403 Authorization denied for user bob\n");
                });
    token(true);
    ScriptedApi.Call review = api.nextCall();
    assertThat(review.request().path())
        .isEqualTo("/apis/authorization.k8s.io/v1/subjectaccessreviews");
    assertThat(review.body())
        .contains(
            "\"user\":\"bob\"", "\"groups\":[\"g\"]", "\"path\":\"/metrics\"", "\"verb\":\"get\"");
    review.answer(201, "{\"status\":{\"allowed\":false}}");
    join(denied);

    world.time().advance(Duration.ofSeconds(31)); // denials are cached for half a minute
    Task allowed =
        world
            .env()
            .tasks()
            .spawn(
                "allowed",
                () -> {
                  assertThat(get(base + "/metrics", "nosy"))
                      .startsWith("200 ")
                      .contains("rest_client_requests_total");
                });
    permission(true); // the user is cached for a minute
    join(allowed);
    assertThat(get(base + "/metrics", "nosy")).as("all is remembered now").startsWith("200 ");

    Task extra =
        world
            .env()
            .tasks()
            .spawn(
                "extra",
                () -> {
                  assertThat(get(base + "/extra", "nosy")).isEqualTo("200 more");
                });
    permission(true);
    join(extra);

    Task debug =
        world
            .env()
            .tasks()
            .spawn(
                "debug",
                () -> {
                  assertThat(get(base + "/debug/controllers", "nosy")).isEqualTo("200 \n");
                });
    permission(true);
    join(debug);

    Task failing =
        world
            .env()
            .tasks()
            .spawn(
                "failing",
                () -> {
                  assertThat(get(base + "/metrics", "new"))
                      .isEqualTo("500 Authentication failed\n");
                });
    for (int i = 0; i < 5; i++) {
      api.nextCall().drop();
    }
    join(failing);
    stop(manager, running);
  }

  @Test
  void debugPageShowsWhyAKeyWasEnqueued() throws Exception {
    Manager manager = Manager.builder(world.env()).debug(ANY).build();
    var controller = manager.controller("trainjob").reconcile((key, pass) -> Outcome.done());
    Task running = start(manager);
    String base = "http://localhost:" + manager.port(ANY) + "/debug/controllers";
    for (int i = 0; i < 20; i++) {
      controller.enqueue(ObjectKey.of("ns", "a"));
    }
    controller.enqueueAfter(ObjectKey.of("ns", "a"), Duration.ofSeconds(5));

    assertThat(get(base, null)).isEqualTo("200 trainjob\n");
    assertThat(get(base + "/trainjob", null)).isEqualTo("200 ns/a\n");
    assertThat(get(base + "/trainjob/ns/a", null).lines()).hasSize(8);
    assertThat(get(base + "/trainjob/ns/a", null))
        .endsWith("2026-01-01T00:00:00Z enqueued by another component, after PT5S\n");
    assertThat(get(base + "/nobody", null)).isEqualTo("404 no controller named nobody\n");
    stop(manager, running);
  }

  @Test
  void debugPageListsTheKeysWhoseLatestReconcileFailed() throws Exception {
    Manager manager = Manager.builder(world.env()).debug(ANY).build();
    var broken = new AtomicBoolean(true);
    var controller =
        manager
            .controller("trainjob")
            .reconcile(
                (key, run) -> {
                  if (broken.get() && key.name().equals("a")) {
                    throw new IllegalStateException("no\n runtime");
                  }
                  return Outcome.done();
                });
    Task running = start(manager);
    String failing = "http://localhost:" + manager.port(ANY) + "/debug/controllers/-/failing";
    assertThat(get(failing, null)).isEqualTo("200 ");

    controller.enqueue(ObjectKey.of("ns", "a"));
    controller.enqueue(ObjectKey.of("ns", "b"));
    String line = "200 trainjob\tns/a\t2026-01-01T00:00:00Z\tno runtime\n";
    while (!get(failing, null).equals(line)) {
      Thread.onSpinWait();
    }

    broken.set(false);
    controller.enqueue(ObjectKey.of("ns", "a"));
    while (!get(failing, null).equals("200 ")) {
      Thread.onSpinWait();
    }
    stop(manager, running);
  }

  @Test
  void managerFailsIfAPortIsInUse() throws Exception {
    Manager first = Manager.builder(world.env()).health(ANY).healthz("ping", Check.PING).build();
    Task running = start(first);
    String taken = "127.0.0.1:" + first.port(ANY);
    Manager second = Manager.builder(world.env()).health(taken).healthz("ping", Check.PING).build();

    assertThatThrownBy(second::run)
        .isInstanceOf(ManagerException.class)
        .hasMessage(
            "failed to listen: cannot listen on "
                + taken
                + ": the port is in use or not permitted; choose another");
    assertThat(get("http://" + taken + "/healthz", null)).isEqualTo("200 ok");
    assertThatThrownBy(() -> first.readyz("late", Check.PING))
        .hasMessageContaining("unable to add new checker");
    stop(first, running);
  }

  private Task start(Manager manager) {
    Task running = world.env().tasks().spawn("manager", manager::run);
    while (manager.port(ANY) < 0) {
      assertThat(running.isDone()).isFalse();
      Thread.onSpinWait();
    }
    return running;
  }

  private static void stop(Manager manager, Task running) {
    manager.stop();
    join(running);
  }

  private static void join(Task task) {
    task.join();
    assertThat(task.failure()).isEmpty();
  }

  private void token(boolean good) {
    ScriptedApi.Call review = api.nextCall();
    assertThat(review.request().path()).isEqualTo("/apis/authentication.k8s.io/v1/tokenreviews");
    review.answer(
        201,
        "{\"status\":{\"authenticated\":"
            + good
            + ",\"user\":{\"username\":\"bob\",\"groups\":[\"g\"]}}}");
  }

  private void permission(boolean allowed) {
    api.nextCall().answer(201, "{\"status\":{\"allowed\":" + allowed + "}}");
  }

  private static String get(String url, @org.jspecify.annotations.Nullable String token)
      throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(TrustEveryone.context()).build()) {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
      if (token != null) {
        request.header("Authorization", "Bearer " + token);
      }
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    }
  }
}
