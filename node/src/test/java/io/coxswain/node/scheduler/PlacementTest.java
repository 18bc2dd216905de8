package io.coxswain.node.scheduler;

import static io.coxswain.node.scheduler.Fixtures.choose;
import static io.coxswain.node.scheduler.Fixtures.facts;
import static io.coxswain.node.scheduler.Fixtures.node;
import static io.coxswain.node.scheduler.Fixtures.pod;
import static io.coxswain.node.scheduler.Fixtures.view;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.node.fit.Amounts;
import io.coxswain.node.scheduler.Placement.Nowhere;
import io.coxswain.node.scheduler.Placement.On;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementTest {

  @Test
  void spreadsThePodsOfOneControllerOverTheNodes() {
    ClusterView view = view(List.of(node("a", ""), node("b", ""), node("c", "")));
    view.place(facts(pod("other", "1", "")).on("a"));

    var chosen = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      Pod pod = owned(pod("w" + i, "1", ""), "job");
      var on = (On) choose(view, pod);
      chosen.add(on.node());
      view.place(facts(pod).on(on.node()));
    }

    assertThat(chosen).containsExactly("b", "c", "a");
  }

  @Test
  void countsTheReasonsWhyNodesDoNotFit() {
    Node cordoned = node("cordoned", "");
    cordoned.getSpec().setUnschedulable(true);
    Node lost = node("lost", "");
    lost.getStatus().setConditions(List.of());
    Node tainted = node("tainted", "");
    tainted.getSpec().setTaints(List.of(new Taint("NoSchedule", "gpu", null, "yes")));
    ClusterView view = view(List.of(cordoned, node("full", ""), lost, node("small", ""), tainted));
    view.place(facts(pod("big", "3", "")).on("full"));

    var nowhere = (Nowhere) choose(view, pod("p", "4500m", ""));

    assertThat(nowhere.message())
        .isEqualTo(
            "0/5 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were not"
                + " ready, 1 node(s) were unschedulable, 2 Insufficient cpu.");
    assertThat(nowhere.helpful()).isEmpty(); // not even an empty node would have 4.5 processors
  }

  @Test
  void reportsThatThereAreNoNodes() {
    assertThat(choose(view(List.of()), pod("p", "1", "")))
        .isEqualTo(new Nowhere("no nodes available to schedule pods", List.of()));
  }

  @Test
  void followsNodeSelectorAndAffinity() {
    ClusterView view = view(List.of(node("a", ""), node("b", "disk=fast"), node("c", "disk=slow")));

    assertThat(choose(view, pod("p", "1", "nodeSelector: {disk: fast}"))).isEqualTo(new On("b"));
    assertThat(
            choose(
                view,
                pod(
                    "p",
                    "1",
                    """
                    affinity:
                      nodeAffinity:
                        requiredDuringSchedulingIgnoredDuringExecution:
                          nodeSelectorTerms:
                          - matchExpressions: [{key: disk, operator: Exists}]
                        preferredDuringSchedulingIgnoredDuringExecution:
                        - weight: 1
                          preference:
                            matchExpressions: [{key: disk, operator: In, values: [slow]}]
                    """)))
        .isEqualTo(new On("c"));
  }

  @Test
  void goesToATaintedNodeOnlyWhenItToleratesTheTaint() {
    Node tainted = node("a", "");
    tainted.getSpec().setTaints(List.of(new Taint("NoSchedule", "gpu", null, "yes")));
    ClusterView view = view(List.of(tainted));

    assertThat(choose(view, pod("p", "1", ""))).isInstanceOf(Nowhere.class);
    assertThat(choose(view, pod("p", "1", "tolerations: [{key: gpu, operator: Exists}]")))
        .isEqualTo(new On("a"));
  }

  @Test
  void countsPodsAsAResource() {
    ClusterView view = view(List.of(node("a", "")));
    for (int i = 0; i < 10; i++) {
      view.place(facts(pod("p" + i, "0", "")).on("a"));
    }

    assertThat(choose(view, pod("p", "0", "")))
        .isEqualTo(new Nowhere("0/1 nodes are available: 1 Too many pods.", List.of("a")));
  }

  @Test
  void requestsTheMaximumOfInitContainersAndTheSumOfOthers() {
    Pod pod = pod("p", "1", "initContainers: [{name: i, resources: {requests: {cpu: \"3\"}}}]");

    assertThat(Amounts.of(pod).cpuMillis()).isEqualTo(3000);
  }

  @Test
  void keepsHostPortsApart() {
    ClusterView view = view(List.of(node("a", "")));
    String port = "hostNetwork: true";
    Pod first = pod("first", "1", port);
    first
        .getSpec()
        .getContainers()
        .getFirst()
        .setPorts(
            List.of(
                Fixtures.read(
                    ContainerPort.class, "{hostPort: 80, containerPort: 80, protocol: TCP}")));
    view.place(facts(first).on("a"));

    var nowhere = (Nowhere) choose(view, first);

    assertThat(nowhere.message())
        .isEqualTo(
            "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod"
                + " ports.");
  }

  private static final String APART =
      """
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - topologyKey: kubernetes.io/hostname
            labelSelector: {matchLabels: {app: x}}
      """;

  @Test
  void respectsAntiAffinity() {
    ClusterView view = view(List.of(node("a", ""), node("b", "")));
    Pod pod = labelled(pod("p", "1", APART), Map.of("app", "x"));
    view.place(facts(labelled(pod("there", "1", ""), Map.of("app", "x"))).on("a"));

    assertThat(choose(view, pod)).isEqualTo(new On("b"));

    view.place(facts(pod).on("b"));
    var nowhere = (Nowhere) choose(view, labelled(pod("q", "1", APART), Map.of("app", "x")));
    assertThat(nowhere.message())
        .isEqualTo("0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules.");
    var other =
        (Nowhere)
            choose(
                view,
                labelled(
                    pod("r", "1", "nodeSelector: {kubernetes.io/hostname: b}"),
                    Map.of("app", "x")));
    assertThat(other.message())
        .isEqualTo(
            "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1"
                + " node(s) didn't satisfy existing pods anti-affinity rules.");
  }

  @Test
  void schedulesTheFirstPodOfAnAffinityGroupAnywhere() {
    ClusterView view = view(List.of(node("a", "zone=1"), node("b", "zone=2"), node("c", "zone=2")));
    String together =
        """
        affinity:
          podAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
            - topologyKey: zone
              labelSelector: {matchLabels: {app: x}}
        """;
    Pod first = labelled(pod("p", "1", together), Map.of("app", "x"));
    assertThat(choose(view, first)).isEqualTo(new On("a"));

    view.place(facts(first).on("b"));

    assertThat(choose(view, labelled(pod("q", "1", together), Map.of("app", "x"))))
        .isEqualTo(new On("c"));
    assertThat(choose(view, pod("r", "1", together))).isIn(new On("c"), new On("b"));
  }

  @Test
  void keepsToTheLargestSkew() {
    ClusterView view = view(List.of(node("a", "zone=1"), node("b", "zone=2")));
    String spread =
        """
        topologySpreadConstraints:
        - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: x}}}
        """;
    view.place(facts(labelled(pod("there", "1", ""), Map.of("app", "x"))).on("b"));
    Pod pod = labelled(pod("p", "1", spread + "nodeSelector: {zone: \"2\"}"), Map.of("app", "x"));

    // With the node selector only zone 2 counts, so that there is nothing to be even with.
    assertThat(choose(view, pod)).isEqualTo(new On("b"));
    assertThat(choose(view, labelled(pod("q", "1", spread), Map.of("app", "x"))))
        .isEqualTo(new On("a"));
  }

  @Test
  void preemptsOnTheNodeWithTheLeastImpact() {
    ClusterView view = view(List.of(node("a", ""), node("b", "")));
    view.place(facts(pod("a1", "2", "priority: 5")).on("a"));
    view.place(facts(pod("a2", "2", "priority: 1")).on("a"));
    view.place(facts(pod("b1", "3", "priority: 7")).on("b"));
    PodFacts pod = facts(pod("p", "2", "priority: 10"));
    var nowhere = (Nowhere) Placement.choose(view, pod, host -> List.of());

    var found =
        Preemption.find(view, pod, nowhere.helpful(), host -> List.of(), p -> false).orElseThrow();

    assertThat(found.node()).isEqualTo("a");
    assertThat(found.victims()).extracting(PodFacts::uid).containsExactly("a2");
    assertThat(view.pods()).hasSize(3); // only looked
  }

  private static Pod labelled(Pod pod, Map<String, String> labels) {
    pod.getMetadata().setLabels(labels);
    return pod;
  }

  private static Pod owned(Pod pod, String owner) {
    var reference = new OwnerReference();
    reference.setController(true);
    reference.setUid(owner);
    pod.getMetadata().setOwnerReferences(List.of(reference));
    return pod;
  }
}
