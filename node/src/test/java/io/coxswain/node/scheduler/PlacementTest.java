package io.coxswain.node.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.node.scheduler.Placement.Nowhere;
import io.coxswain.node.scheduler.Placement.On;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {

  @Test
  void spreadsThePodsOfOneControllerOverTheNodes() {
    List<Node> nodes = List.of(node("a").build(), node("b").build(), node("c").build());
    var bound = new ArrayList<BoundPod>();
    bound.add(BoundPod.of(pod("other", "1").build(), "a"));

    var chosen = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      Pod pod = owned(pod("w" + i, "1"), "job").build();
      var on = (On) Placement.choose(pod, nodes, bound);
      chosen.add(on.node());
      bound.add(BoundPod.of(pod, on.node()));
    }

    assertThat(chosen).containsExactly("b", "c", "a");
  }

  @Test
  void countsWhyEachNodeWasRefused() {
    List<Node> nodes =
        List.of(
            node("cordoned").editSpec().withUnschedulable(true).endSpec().build(),
            node("full").build(),
            node("lost").editStatus().withConditions().endStatus().build(),
            node("small").build(),
            node("tainted")
                .editSpec()
                .addNewTaint("NoSchedule", "gpu", null, "yes")
                .endSpec()
                .build());
    List<BoundPod> bound = List.of(BoundPod.of(pod("big", "3").build(), "full"));

    Placement placement = Placement.choose(pod("p", "4500m").build(), nodes, bound);

    assertThat(placement)
        .isEqualTo(
            new Nowhere(
                "0/5 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were not"
                    + " ready, 1 node(s) were unschedulable, 2 Insufficient cpu."));
  }

  @Test
  void saysWhenThereAreNoNodes() {
    assertThat(Placement.choose(pod("p", "1").build(), List.of(), List.of()))
        .isEqualTo(new Nowhere("no nodes available to schedule pods"));
  }

  @Test
  void followsTheNodeSelector() {
    List<Node> nodes =
        List.of(
            node("a").build(),
            node("b").editMetadata().addToLabels("disk", "fast").endMetadata().build());

    Placement placement =
        Placement.choose(
            pod("p", "1").editSpec().addToNodeSelector("disk", "fast").endSpec().build(),
            nodes,
            List.of());

    assertThat(placement).isEqualTo(new On("b"));
  }

  @Test
  void goesToATaintedNodeOnlyWhenItToleratesTheTaint() {
    List<Node> nodes =
        List.of(
            node("a").editSpec().addNewTaint("NoSchedule", "gpu", null, "yes").endSpec().build());
    Pod tolerant =
        pod("p", "1")
            .editSpec()
            .addNewToleration()
            .withKey("gpu")
            .withOperator("Exists")
            .endToleration()
            .endSpec()
            .build();

    assertThat(Placement.choose(pod("p", "1").build(), nodes, List.of()))
        .isInstanceOf(Nowhere.class);
    assertThat(Placement.choose(tolerant, nodes, List.of())).isEqualTo(new On("a"));
  }

  @Test
  void countsPodsAsAResource() {
    var bound = new ArrayList<BoundPod>();
    for (int i = 0; i < 10; i++) {
      bound.add(BoundPod.of(pod("p" + i, "0").build(), "a"));
    }

    assertThat(Placement.choose(pod("p", "0").build(), List.of(node("a").build()), bound))
        .isEqualTo(new Nowhere("0/1 nodes are available: 1 Too many pods."));
  }

  @Test
  void asksForTheHungriestInitContainerIfThatIsMore() {
    Pod pod =
        pod("p", "1")
            .editSpec()
            .addNewInitContainer()
            .withName("i")
            .withNewResources()
            .addToRequests("cpu", new Quantity("3"))
            .endResources()
            .endInitContainer()
            .endSpec()
            .build();

    assertThat(Requests.of(pod).get("cpu")).isEqualByComparingTo("3");
  }

  private static NodeBuilder node(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .addToAllocatable("cpu", new Quantity("4"))
        .addToAllocatable("pods", new Quantity("10"))
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus();
  }

  private static PodBuilder pod(String name, String cpu) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withNewResources()
        .addToRequests("cpu", new Quantity(cpu))
        .endResources()
        .endContainer()
        .endSpec();
  }

  private static PodBuilder owned(PodBuilder pod, String owner) {
    return pod.editMetadata()
        .addNewOwnerReference()
        .withController(true)
        .withUid(owner)
        .endOwnerReference()
        .endMetadata();
  }
}
