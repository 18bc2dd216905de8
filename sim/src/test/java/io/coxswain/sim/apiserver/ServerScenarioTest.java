package io.coxswain.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Main;
import io.coxswain.sim.Network;
import io.coxswain.sim.Run;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the API server promises to those who simulate with it. */
final class ServerScenarioTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private static byte[] pod(String metadata) {
    return ("{\"metadata\":{"
            + metadata
            + "},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static ApiResponse create(Env env, String metadata) throws IOException {
    return env.api().call(ApiRequest.of("POST", PODS).body("application/json", pod(metadata)));
  }

  // ---- determinism

  /** The canonical dump at the end, and every commit on the way there. */
  private record Seen(String dump, List<String> commits, Run run) {}

  private static Seen busy(long seed) {
    var commits = new ArrayList<String>();
    var dump = new ArrayList<String>();
    Run run =
        Simulation.named("busy")
            .network(Network.SLOW)
            .before(
                world ->
                    world
                        .server()
                        .listen(
                            commit ->
                                commits.add(
                                    commit.revision()
                                        + " "
                                        + commit.origin()
                                        + " "
                                        + commit.key()
                                        + " "
                                        + new String(
                                            commit.after().json(), StandardCharsets.UTF_8))))
            .process("one", ServerScenarioTest::work)
            .process("two", ServerScenarioTest::work)
            .script(
                world -> {
                  world.awaitSilence(Duration.ofMinutes(1));
                  dump.add(world.server().dump());
                })
            .run(seed, FaultPlan.NONE, true);
    return new Seen(dump.getFirst(), commits, run);
  }

  /** Random names, uids, times, service addresses, conflicts and deletions. */
  private static void work(Env env) throws Exception {
    for (int i = 0; i < 20; i++) {
      create(env, "\"generateName\":\"p-\"");
      env.api()
          .call(
              ApiRequest.of("POST", "/api/v1/namespaces/default/services")
                  .body(
                      "application/json",
                      ("{\"metadata\":{\"name\":\"s"
                              + i
                              + "\"},\"spec\":{\"ports\":[{\"port\":80}]}}")
                          .getBytes(StandardCharsets.UTF_8)));
      env.api()
          .call(
              ApiRequest.of("PATCH", "/api/v1/namespaces/default/configmaps/shared")
                  .with("fieldManager", "m" + i)
                  .with("force", "true")
                  .body(
                      "application/apply-patch+yaml",
                      ("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{\"k"
                              + i
                              + "\":\"v\"}}")
                          .getBytes(StandardCharsets.UTF_8)));
      env.api().call(ApiRequest.of("DELETE", "/api/v1/namespaces/default/services/s" + (i / 2)));
      env.clock().sleep(Duration.ofMillis(env.entropy().nextInt(500)));
    }
  }

  @Test
  @Scenario("apiserver-38")
  void theSameSeedGivesTheSameBytes() {
    Seen first = busy(38);
    Seen again = busy(38);

    assertThat(again.dump).isEqualTo(first.dump);
    assertThat(again.commits).isEqualTo(first.commits).hasSizeGreaterThan(60);
    assertThat(again.run.lines()).isEqualTo(first.run.lines());
    assertThat(again.run.hash()).isEqualTo(first.run.hash());
    assertThat(busy(39).dump).as("another seed is another run").isNotEqualTo(first.dump);
  }

  // ---- faults

  /** Creates a pod without a name, and once more when it gets no answer. */
  private static void createOnce(Env env) throws Exception {
    try {
      create(env, "\"generateName\":\"p-\"");
    } catch (IOException e) {
      create(env, "\"generateName\":\"p-\"");
    }
  }

  private static List<Pod> podsAfter(FaultPlan plan) {
    var pods = new ArrayList<Pod>();
    Simulation.named("retry")
        .process("controller", ServerScenarioTest::createOnce)
        .script(
            world -> {
              world.awaitSilence(Duration.ofMinutes(1));
              pods.addAll(world.objects().list(Pod.class, "default"));
            })
        .run(39, plan);
    return pods;
  }

  @Test
  @Scenario("apiserver-39")
  void aResponseLostAfterTheCommitMakesARetryASecondPod() {
    assertThat(podsAfter(FaultPlan.NONE)).hasSize(1);
    assertThat(podsAfter(FaultPlan.NONE.with("controller", 1, Fault.DROP_REQUEST))).hasSize(1);
    assertThat(podsAfter(FaultPlan.NONE.with("controller", 1, Fault.LOSE_ANSWER))).hasSize(2);
  }

  // ---- loss of power

  /** A server on its own disk, whose writers count up and note what was answered. */
  private static Main storing(SortedMap<String, Long> answered, List<String> lost) {
    return env -> {
      ApiServer server = ApiServer.open(env, ApiServerOptions.plain(), Path.of("/data"));
      ApiTransport api = server.transport("storm", List.of("system:masters"));
      for (int i = 0; i < 4; i++) {
        String name = "w" + i;
        env.tasks().spawn(name, () -> count(env, api, name, answered, lost));
      }
      env.clock().sleep(Duration.ofDays(1));
    };
  }

  private static void count(
      Env env, ApiTransport api, String name, SortedMap<String, Long> answered, List<String> lost)
      throws IOException {
    String path = "/api/v1/namespaces/default/configmaps";
    ApiResponse present = api.call(ApiRequest.get(path + "/" + name));
    long count = present.ok() ? Json.tree(present.body()).at("/data/count").asLong() : -1;
    long kept = answered.getOrDefault(name, -1L);
    if (count < kept || count > kept + 1) {
      lost.add(name + " is " + count + " and was answered " + kept);
    }
    while (true) {
      count++;
      byte[] body =
          ("{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"count\":\"" + count + "\"}}")
              .getBytes(StandardCharsets.UTF_8);
      ApiRequest request =
          count == 0 ? ApiRequest.of("POST", path) : ApiRequest.of("PUT", path + "/" + name);
      ApiResponse answer = api.call(request.body("application/json", body));
      if (!answer.ok()) {
        throw new IllegalStateException(name + " " + count + " got " + answer.status());
      }
      answered.put(name, count);
      env.clock().sleep(Duration.ofMillis(env.entropy().nextInt(10)));
    }
  }

  @Test
  void everyAcknowledgedWriteSurvivesAPowerLoss() {
    for (long seed = 1; seed <= 8; seed++) {
      var answered = new TreeMap<String, Long>();
      var lost = new ArrayList<String>();
      Simulation.named("power")
          .process("server", storing(answered, lost))
          .script(
              world -> {
                for (int loss = 0; loss < 10; loss++) {
                  world.run(Duration.ofMillis(20 + world.env().entropy().nextInt(200)));
                  world.losePower("server");
                  world.restart("server");
                }
                world.run(Duration.ofSeconds(1));
                assertThat(world.isRunning("server")).isTrue();
              })
          .run(seed);
      assertThat(lost).as("seed %d", seed).isEmpty();
      assertThat(answered.values()).allMatch(count -> count > 50);
    }
  }

  // ---- grace

  @Test
  @Scenario("apiserver-10")
  void aRunningPodGetsExactlyItsGracePeriod() {
    Simulation.named("grace")
        .script(
            world -> {
              world
                  .objects()
                  .call(
                      ApiRequest.of("POST", PODS)
                          .body(
                              "application/json",
                              new String(pod("\"name\":\"p\""), StandardCharsets.UTF_8)
                                  .replace("\"spec\":{", "\"spec\":{\"nodeName\":\"n\",")
                                  .getBytes(StandardCharsets.UTF_8)));
              world.run(Duration.ofSeconds(10));

              var first = delete(world, "");
              assertThat(Instant.parse(first.getMetadata().getDeletionTimestamp()))
                  .isEqualTo(world.now().plusSeconds(30));
              world.run(Duration.ofSeconds(5));
              assertThat(delete(world, "60")).isEqualTo(first);
              assertThat(delete(world, "0").getMetadata().getName()).isEqualTo("p");
              assertThat(world.objects().list(Pod.class, "default")).isEmpty();
            })
        .run(1);
  }

  private static Pod delete(World world, String grace) throws ApiException {
    ApiRequest request = ApiRequest.of("DELETE", PODS + "/p");
    return Json.read(
        world
            .objects()
            .call(grace.isEmpty() ? request : request.with("gracePeriodSeconds", grace))
            .body(),
        Pod.class);
  }
}
