package io.coxswain.kube.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.KubeControllers;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * A settled cluster as kube-controller-manager 1.35.8 left it, read from the real API server: 50
 * each of Deployments, StatefulSets and DaemonSets (every fifth rolled once), Services, budgets and
 * autoscalers, with 300 ready pods on two nodes.
 */
final class TakeoverScenarioTest {
  private static final String KCM = "kcm";
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  /** What is written though nothing changes: a lease, what nodes and autoscalers observe. */
  private static final Set<String> HEARTBEATS =
      Set.of(
          "leases.coordination.k8s.io", "events", "nodes", "horizontalpodautoscalers.autoscaling");

  @Test
  @Scenario("kcm-controllers-44")
  void anIdleClusterIsTakenOverWithoutAWrite() throws IOException {
    JsonNode dump = dump();
    String rootCa = rootCa(dump);
    var writes = new ArrayList<String>();
    Simulation.named("takeover")
        .before(world -> dump.forEach(object -> world.server().restore((ObjectNode) object)))
        .process(
            KCM,
            env -> {
              Manager manager =
                  Manager.builder(env)
                      .userAgent("kube-controller-manager/test")
                      .leaderElection(
                          election ->
                              election.id("kube-controller-manager").namespace("kube-system"))
                      .build();
              KubeControllers.register(manager, rootCa);
              manager.run();
            })
        .script(
            world -> {
              world.server().listen(commit -> note(commit, writes));
              keepNodesAlive(world, Duration.ofMinutes(1));
              Lease lease =
                  world
                      .objects()
                      .fetch(Lease.class, ObjectKey.of("kube-system", "kube-controller-manager"));
              assertThat(lease.getSpec().getHolderIdentity()).doesNotStartWith("go-manager");
              assertThat(lease.getSpec().getLeaseTransitions()).isPositive();
              keepNodesAlive(world, Duration.ofMinutes(5));
            })
        .run(1);
    assertThat(writes).isEmpty();
  }

  private static void note(Commit commit, List<String> writes) {
    if (!HEARTBEATS.contains(commit.collection())) {
      writes.add(
          commit.origin().verb()
              + " "
              + commit.collection()
              + " "
              + commit.key()
              + " "
              + commit.after().tree());
    }
  }

  static void keepNodesAlive(World world, Duration time) throws Exception {
    for (long beats = time.dividedBy(HEARTBEAT); beats > 0; beats--) {
      for (String node : List.of("node-a", "node-b")) {
        world
            .objects()
            .edit(
                Lease.class,
                ObjectKey.of("kube-node-lease", node),
                lease -> lease.getSpec().setRenewTime(world.now().atZone(ZoneOffset.UTC)));
      }
      world.run(HEARTBEAT);
    }
  }

  private static String rootCa(JsonNode dump) {
    for (JsonNode object : dump) {
      if (object.at("/metadata/name").asText().equals("kube-root-ca.crt")) {
        return object.at("/data/ca.crt").asText();
      }
    }
    throw new AssertionError("the dump has no root CA");
  }

  static JsonNode dump() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            TakeoverScenarioTest.class.getResourceAsStream("/takeover/v1.35.8.json.gz"))) {
      return Json.MAPPER.readTree(new GZIPInputStream(file));
    }
  }
}
