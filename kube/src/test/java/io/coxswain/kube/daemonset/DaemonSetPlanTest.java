package io.coxswain.kube.daemonset;

import static io.coxswain.kube.daemonset.DaemonSetFixture.deleting;
import static io.coxswain.kube.daemonset.DaemonSetFixture.onNodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DaemonSetPlanTest {

  private static Consumer<Node> tainted(String key, String effect) {
    return node -> {
      var taint = new Taint();
      taint.setKey(key);
      taint.setEffect(effect);
      node.getSpec().setTaints(List.of(taint));
    };
  }

  @Test
  void putsAPodOnEachNodeThatHasNone() {
    assertThat(onNodes(3).available("n1", true).plan().create()).containsExactly("n0", "n2");
  }

  @Test
  void createsNoMoreThanABurst() {
    assertThat(onNodes(300).plan().create()).hasSize(250);
  }

  @Test
  void fitsByNameLabelsAndTaints() {
    var fixture = onNodes(0).node("plain", n -> {});
    fixture.node("ssd", n -> n.getMetadata().getLabels().put("disk", "ssd"));
    fixture.node("cordoned", tainted("node.kubernetes.io/unschedulable", "NoSchedule"));
    fixture.node("broken", tainted("node.kubernetes.io/not-ready", "NoExecute"));
    fixture.node("reserved", tainted("team", "NoSchedule"));
    fixture.node("drained", tainted("team", "NoExecute"));
    fixture.node("avoided", tainted("team", "PreferNoSchedule"));
    fixture.node("cut-off", tainted("node.kubernetes.io/network-unavailable", "NoSchedule"));

    assertThat(fits(fixture)).containsExactly("plain", "ssd", "cordoned", "broken", "avoided");
    assertThat(fits(fixture.template(s -> s.setHostNetwork(true)))).contains("cut-off");
    assertThat(fits(fixture.template(s -> s.setNodeSelector(Map.of("disk", "ssd")))))
        .containsExactly("ssd");
    assertThat(fits(fixture.template(s -> s.setNodeName("plain")))).isEmpty();
  }

  private static List<String> fits(DaemonSetFixture fixture) {
    return fixture.nodes.stream()
        .filter(n -> NodeFit.of(fixture.set, n).run())
        .map(n -> n.getMetadata().getName())
        .toList();
  }

  @Test
  void fitsByRequiredAffinity() {
    var fixture = onNodes(0);
    for (int i = 0; i < 4; i++) {
      String zone = "z" + i;
      fixture.node("n" + i, n -> n.getMetadata().getLabels().put("zone", zone));
    }
    fixture.node("none", n -> {});

    assertThat(fits(withTerm(fixture, "zone", "In", "z0", "z1"))).containsExactly("n0", "n1");
    assertThat(fits(withTerm(fixture, "zone", "NotIn", "z0", "z1")))
        .containsExactly("n2", "n3", "none");
    assertThat(fits(withTerm(fixture, "zone", "Exists"))).hasSize(4);
    assertThat(fits(withTerm(fixture, "zone", "DoesNotExist"))).containsExactly("none");
    assertThat(fits(withTerm(fixture, "zone", "Gt", "1"))).as("not a number").isEmpty();
    fixture.nodes.getFirst().getMetadata().getLabels().put("size", "5");
    assertThat(fits(withTerm(fixture, "size", "Gt", "4"))).containsExactly("n0");
    assertThat(fits(withTerm(fixture, "size", "Lt", "5"))).isEmpty();
  }

  private static DaemonSetFixture withTerm(
      DaemonSetFixture fixture, String key, String operator, String... values) {
    return fixture.template(
        spec ->
            spec.setAffinity(
                new AffinityBuilder()
                    .withNewNodeAffinity()
                    .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                    .addNewNodeSelectorTerm()
                    .addNewMatchExpression()
                    .withKey(key)
                    .withOperator(operator)
                    .withValues(values)
                    .endMatchExpression()
                    .endNodeSelectorTerm()
                    .endRequiredDuringSchedulingIgnoredDuringExecution()
                    .endNodeAffinity()
                    .build()));
  }

  @Test
  void leavesAPodOnANodeThatWouldNotGetOneNow() {
    var fixture = onNodes(0).node("n", tainted("team", "NoSchedule")).available("n", true);
    assertThat(fixture.deleted()).isEmpty();

    var driven = onNodes(0).node("n", tainted("team", "NoExecute")).available("n", true);
    assertThat(driven.deleted()).containsExactly("agent-n-0");
  }

  @Test
  void keepsTheOldestPodOfANode() {
    var fixture = onNodes(1).available("n0", true).available("n0", true);
    fixture.pods.getFirst().getSpec().setNodeName(null);

    assertThat(fixture.deleted())
        .as("the one that is bound counts more")
        .containsExactly("agent-n0-0");
  }

  @Test
  void replacesFinishedPods() {
    var fixture = onNodes(2).pod("n0", true, "Failed", false, p -> {});
    fixture.pod("n1", true, "Succeeded", false, p -> {});

    assertThat(fixture.deleted()).containsExactly("agent-n0-0", "agent-n1-1");
    assertThat(fixture.plan().ended()).hasSize(2);

    fixture.heldBack.put("n0", Duration.ofSeconds(8));
    assertThat(fixture.deleted()).containsExactly("agent-n1-1");
    assertThat(fixture.plan().lookAgain()).contains(Duration.ofSeconds(8));
  }

  @Test
  void waitsForAPodToEndBeforeItMakesTheNext() {
    assertThat(onNodes(1).pod("n0", true, "Running", true, deleting()).plan().create()).isEmpty();
    assertThat(
            onNodes(1).rolling(1, 0).pod("n0", true, "Running", true, deleting()).plan().create())
        .as("unless it surges")
        .containsExactly("n0");
    assertThat(onNodes(1).pod("n0", true, "Failed", false, deleting()).plan().create())
        .as("one that has ended is only waiting to be removed")
        .containsExactly("n0");
  }

  @Test
  void removesPodsOfADeletedNode() {
    var fixture = onNodes(0).available("gone", true).available("gone", true);
    fixture.pods.getFirst().getSpec().setNodeName(null);

    assertThat(fixture.deleted())
        .as("a bound one is not ours to remove")
        .containsExactly("agent-gone-0");
  }

  @Test
  void countsAPercentageOfTheNodesRoundedUp() {
    var fixture = onNodes(10).rolling(0, "15%");
    for (int i = 0; i < 10; i++) {
      fixture.available("n" + i, false);
    }

    assertThat(fixture.seen().maxUnavailable(10)).isEqualTo(2);
    assertThat(fixture.deleted()).hasSize(2);
  }

  @Test
  void replacesUnavailableOldPodsWhateverTheLimit() {
    var fixture = onNodes(4).unavailable("n0", false).unavailable("n1", false);
    fixture.available("n2", false).available("n3", false);

    assertThat(fixture.deleted()).containsExactly("agent-n0-0", "agent-n1-1");
  }

  @Test
  void waitsForNewPodsBeforeItGoesOn() {
    var fixture = onNodes(2).unavailable("n0", true).available("n1", false);

    assertThat(fixture.deleted()).isEmpty();
  }

  @Test
  void surgesAndThenTakesTheOldPodAway() {
    var fixture = onNodes(2).rolling(1, 0).available("n0", false).available("n1", false);
    assertThat(fixture.plan().create()).containsExactly("n0");
    assertThat(fixture.deleted()).isEmpty();

    fixture.unavailable("n0", true);
    assertThat(fixture.plan().create()).as("one at a time").isEmpty();
    assertThat(fixture.deleted()).isEmpty();

    var later = onNodes(2).rolling(1, 0).available("n0", false).available("n1", false);
    later.available("n0", true);
    assertThat(later.deleted()).containsExactly("agent-n0-0");
  }

  @Test
  void aPodOfTheSameTemplateGenerationIsUpToDateWhateverItsHash() {
    var fixture = onNodes(1).available("n0", false);
    fixture
        .set
        .getMetadata()
        .setAnnotations(Map.of("deprecated.daemonset.template.generation", "7"));
    assertThat(fixture.deleted()).hasSize(1);

    Pod pod = fixture.pods.getFirst();
    pod.getMetadata().setLabels(new TreeMap<>(pod.getMetadata().getLabels()));
    pod.getMetadata().getLabels().put("pod-template-generation", "7");
    assertThat(fixture.deleted()).isEmpty();
    assertThat(DaemonSetCounts.of(fixture.seen()).updated()).isEqualTo(1);
  }

  @Test
  void leavesReplacingToTheUserOnDelete() {
    var fixture = onNodes(1).available("n0", false);
    fixture.set.getSpec().getUpdateStrategy().setType("OnDelete");

    assertThat(fixture.deleted()).isEmpty();
  }

  @Test
  void countsNodesByTheirFirstPod() {
    var fixture = onNodes(3).available("n0", true).unavailable("n1", false);
    fixture.node("n3", tainted("team", "NoSchedule")).available("n3", true);

    assertThat(DaemonSetCounts.of(fixture.seen())).isEqualTo(new DaemonSetCounts(3, 2, 1, 1, 1, 1));
  }

  @Test
  void createsPodsWithNodeAffinityAndDaemonTolerations() {
    var own = new TolerationBuilder().withKey("team").withOperator("Exists").build();
    var fixture = onNodes(1).template(s -> s.setTolerations(List.of(own)));
    Pod pod = DaemonPodFactory.build(fixture.set, "h", "n0");

    assertThat(DaemonPodFactory.target(pod)).contains("n0");
    assertThat(pod.getSpec().getNodeName()).isNull();
    assertThat(pod.getMetadata().getLabels()).containsEntry("controller-revision-hash", "h");
    assertThat(pod.getSpec().getTolerations())
        .extracting(Toleration::getKey)
        .containsExactly(
            "team",
            "node.kubernetes.io/not-ready",
            "node.kubernetes.io/unreachable",
            "node.kubernetes.io/disk-pressure",
            "node.kubernetes.io/memory-pressure",
            "node.kubernetes.io/pid-pressure",
            "node.kubernetes.io/unschedulable");
  }

  @Test
  void backsOffAfterEachFailureUpToAQuarterOfAnHour() {
    var backoff = new FailedPodBackoff();
    var now = DaemonSetFixture.NOW;
    Duration expected = Duration.ofSeconds(1);
    for (int i = 0; i < 15; i++) {
      assertThat(backoff.heldBack("k", now)).isEmpty();
      backoff.struck("k", now);
      assertThat(backoff.heldBack("k", now)).contains(expected);
      now = now.plus(expected);
      expected = expected.multipliedBy(2);
      if (expected.compareTo(Duration.ofMinutes(15)) > 0) {
        expected = Duration.ofMinutes(15);
      }
    }
    backoff.struck("k", now.plus(Duration.ofMinutes(31)));
    assertThat(backoff.heldBack("k", now.plus(Duration.ofMinutes(31))))
        .as("forgotten after a long time")
        .contains(Duration.ofSeconds(1));
  }
}
