package io.coxswain.runtime.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.evidence.Attack;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A manager with a task that dies of an error either continues or stops, but is never left half
 * alive.
 */
@Timeout(60)
final class TaskDeathTest {
  private static final String ANY = "127.0.0.1:0";

  private final TestEnv world = TestEnv.create();
  private final Env env = world.env();

  /** A transport whose requests overflow the stack. */
  private static final class Deep implements ApiTransport {
    @Override
    public ApiResponse call(ApiRequest request) {
      throw new StackOverflowError("planted");
    }

    @Override
    public ApiWatch watch(ApiRequest request) {
      throw new StackOverflowError("planted");
    }

    @Override
    public ApiStream open(ApiRequest request) {
      throw new StackOverflowError("planted");
    }
  }

  private static String failureOf(Task running) {
    running.join();
    return running.failure().map(e -> String.valueOf(e.getMessage())).orElse("");
  }

  @Test
  @Attack("a reconcile that overflows the stack")
  void workerSurvivesAnErrorOfOneKey() {
    Manager manager = Manager.builder(env).build();
    Bell reconciled = env.tasks().newBell();
    var controller =
        manager
            .controller("planted")
            .reconcile(
                (key, pass) -> {
                  reconciled.ring();
                  if (reconciled.rings() == 1) {
                    throw new StackOverflowError("planted");
                  }
                  return Outcome.done();
                });
    Task running = env.tasks().spawn("manager", manager::run);

    controller.enqueue(ObjectKey.of("ns", "a"));
    reconciled.await(0);
    while (reconciled.rings() < 2) {
      world.time().advance(Duration.ofSeconds(1)); // after the backoff, once there is one
    }

    manager.stop();
    assertThat(failureOf(running)).isEmpty();
  }

  @Test
  @Attack("a routine of a manager that dies of a class that cannot be loaded")
  void managerStopsWhenARoutineDies() {
    Manager manager = Manager.builder(env).build();
    manager.add(
        () -> {
          throw new NoClassDefFoundError("planted");
        });

    Task running = env.tasks().spawn("manager", manager::run);

    assertThat(failureOf(running)).contains("java.lang.NoClassDefFoundError: planted");
  }

  @Test
  @Attack("a reflector that dies of a stack overflow")
  void managerStopsWhenAReflectorDies() {
    Manager manager = Manager.builder(env.withApi(new Deep())).build();
    manager
        .controller("planted")
        .watch(ConfigMap.class, watch -> watch.self())
        .reconcile((key, pass) -> Outcome.done());

    Task running = env.tasks().spawn("manager", manager::run);

    assertThat(failureOf(running)).contains("reflector of").contains("StackOverflowError");
  }

  @Test
  @Attack("a leader election that dies of a stack overflow")
  void managerStopsWhenAnElectionDies() {
    Manager manager =
        Manager.builder(env.withApi(new Deep()))
            .leaderElection(options -> options.id("lock").namespace("ns").host("here"))
            .build();

    Task running = env.tasks().spawn("manager", manager::run);

    assertThat(failureOf(running)).isEqualTo("leader election lost");
  }

  @Test
  @Attack("any other task that dies of an error while a manager runs")
  void managerStopsWhenATaskDies() {
    Manager manager = Manager.builder(env).build();
    Bell began = env.tasks().newBell();
    manager.add(
        () -> {
          began.ring();
          began.await(1);
        });
    Task running = env.tasks().spawn("manager", manager::run);
    began.await(0);

    var _ =
        env.tasks()
            .spawn(
                "events",
                () -> {
                  throw new StackOverflowError("planted");
                });

    assertThat(failureOf(running)).contains("task events died of java.lang.StackOverflowError");
  }

  @Test
  @Attack("a health check of a program one of whose tasks is dead")
  void healthAndMetricsShowADeadTask() throws Exception {
    Task dead =
        env.tasks()
            .spawn(
                "events",
                () -> {
                  throw new StackOverflowError("planted");
                });
    dead.join();
    Manager manager =
        Manager.builder(env)
            .health(ANY)
            .metrics(ANY)
            .healthz("ping", Check.PING)
            .readyz("ping", Check.PING)
            .build();
    Task running = env.tasks().spawn("manager", manager::run);
    while (manager.port(ANY) < 0) {
      assertThat(running.isDone()).isFalse();
      Thread.onSpinWait();
    }
    String base = "http://localhost:" + manager.port(ANY);

    assertThat(get(base + "/healthz")).startsWith("500 ").contains("[-]ping failed");
    assertThat(get(base + "/readyz")).startsWith("500 ");
    assertThat(get(base + "/metrics")).contains("coxswain_tasks_died_total 1.0");

    manager.stop();
    assertThat(failureOf(running)).isEmpty();
  }

  private static String get(String url) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create(url)).build(),
              HttpResponse.BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    }
  }
}
