package io.coxswain.kube.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.net.Cidr;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeIpamScenarioTest {
  private static final String SERVICES = "10.244.1.0/24";

  private static Simulation with(String name, String cluster, Cluster.Script script) {
    return Cluster.with(
        name,
        manager ->
            NodeIpamController.register(
                manager, NodeIpamOptions.parse(cluster, SERVICES, NodeIpamOptions.MaskSizes.NONE)),
        script);
  }

  private static List<String> cidrs(Cluster cluster, String node) throws ApiException {
    Node found = cluster.world().objects().fetch(Node.class, ObjectKey.of(node));
    assertThat(found.getSpec().getPodCIDR())
        .isEqualTo(found.getSpec().getPodCIDRs().stream().findFirst().orElse(null));
    return found.getSpec().getPodCIDRs();
  }

  private static void add(Cluster cluster, String... names) throws ApiException {
    for (String name : names) {
      cluster.create(Node.class, "metadata: {name: " + name + "}");
    }
  }

  @Test
  @Scenario("kcm-controllers-45")
  void givesEveryNodeARangeOfItsOwnOnce() {
    with(
            "ranges",
            "10.244.0.0/22,fd00:10::/56",
            cluster -> {
              add(cluster, "a", "b", "c");
              cluster.await(
                  "all have theirs",
                  () ->
                      !cidrs(cluster, "a").isEmpty()
                          && !cidrs(cluster, "b").isEmpty()
                          && !cidrs(cluster, "c").isEmpty());
              List<String> all =
                  List.of("a", "b", "c").stream().flatMap(n -> get(cluster, n).stream()).toList();
              assertThat(all).doesNotHaveDuplicates().hasSize(6);
              Cidr services = Objects.requireNonNull(Cidr.parse(SERVICES));
              assertThat(all)
                  .noneMatch(c -> services.contains(Objects.requireNonNull(Cidr.parse(c))));

              // Four parts, one of them for services: there is none left.
              add(cluster, "d");
              cluster.world().run(Duration.ofSeconds(10));
              assertThat(cidrs(cluster, "d")).isEmpty();
              assertThat(cluster.events("d"))
                  .contains("Normal CIDRNotAvailable Node d status is now: CIDRNotAvailable");

              // A restart changes nothing, and knows what is taken.
              List<String> before = cidrs(cluster, "b");
              cluster.world().kill(Cluster.KCM);
              cluster.world().restart(Cluster.KCM);
              cluster.world().run(Duration.ofSeconds(10));
              assertThat(cidrs(cluster, "b")).isEqualTo(before);
              assertThat(cidrs(cluster, "d")).isEmpty();

              List<String> freed = cidrs(cluster, "a");
              cluster.world().objects().delete(Node.class, ObjectKey.of("a"));
              cluster.await("d has its", () -> !cidrs(cluster, "d").isEmpty());
              assertThat(cidrs(cluster, "d").getFirst()).isEqualTo(freed.getFirst());
              assertThat(cidrs(cluster, "b")).isEqualTo(before);
            })
        .network(Network.PROMPT)
        .run(1);
  }

  private static List<String> get(Cluster cluster, String node) {
    try {
      return cidrs(cluster, node);
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void givesNoRangeTwiceWithAFaultAtAnyWrite(Fault fault) {
    Simulation five =
        with(
            "five nodes",
            "10.244.0.0/21",
            cluster -> {
              add(cluster, "a", "b", "c", "d", "e");
              var names = List.of("a", "b", "c", "d", "e");
              cluster.await(
                  "all have theirs",
                  () -> names.stream().noneMatch(n -> get(cluster, n).isEmpty()));
              assertThat(names.stream().flatMap(n -> get(cluster, n).stream()))
                  .doesNotHaveDuplicates();
              cluster.world().awaitSilence(Duration.ofSeconds(30));
            });
    assertThat(Sweep.of(five, Cluster.KCM).seed(2).faults(fault).run().writes())
        .isGreaterThanOrEqualTo(5);
  }
}
