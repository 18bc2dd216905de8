package io.coxswain.kube.endpointslicemirroring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.coxswain.kube.endpointslicemirroring.MirrorPlan.Mirror;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointAddressBuilder;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.EndpointSubsetBuilder;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MirrorPlanTest {
  private static final int MAX = 1000;

  private static EndpointAddress address(String ip) {
    return new EndpointAddressBuilder().withIp(ip).build();
  }

  private static EndpointSubset subset(int port, String... ips) {
    return new EndpointSubsetBuilder()
        .withAddresses(Stream.of(ips).map(MirrorPlanTest::address).toList())
        .addNewPort()
        .withPort(port)
        .endPort()
        .build();
  }

  private static Endpoints endpoints(EndpointSubset... subsets) {
    return new EndpointsBuilder()
        .withNewMetadata()
        .withName("s")
        .withUid("u")
        .withLabels(Map.of("app", "a"))
        .withAnnotations(
            Map.of(
                "note", "x",
                "endpoints.kubernetes.io/last-change-trigger-time", "t",
                "kubectl.kubernetes.io/last-applied-configuration", "{}"))
        .endMetadata()
        .withSubsets(subsets)
        .build();
  }

  private static MirrorPlan plan(Endpoints endpoints, EndpointSlice... existing) {
    return MirrorPlan.of(endpoints, List.of(existing), MAX);
  }

  /** The slice that the first creation of the plan results in. */
  private static EndpointSlice written(String name, MirrorPlan plan) {
    Mirror mirror = plan.create().getFirst();
    return new EndpointSliceBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(mirror.labels())
        .withAnnotations(mirror.annotations())
        .addNewOwnerReference()
        .withKind("Endpoints")
        .withName("s")
        .withUid("u")
        .endOwnerReference()
        .endMetadata()
        .withAddressType(mirror.family())
        .withPorts(mirror.ports().toApi())
        .withEndpoints(mirror.endpoints())
        .build();
  }

  @Test
  void createsOneSliceForEachFamilyAndSetOfPorts() {
    MirrorPlan plan =
        plan(endpoints(subset(80, "10.0.0.1", "10.0.0.2", "fd00::1"), subset(81, "10.0.0.3")));

    assertThat(plan.create())
        .extracting(
            mirror -> mirror.family() + mirror.ports().ports().getFirst().number(),
            mirror -> mirror.endpoints().stream().map(e -> e.getAddresses().getFirst()).toList())
        .containsExactlyInAnyOrder(
            tuple("IPv480", List.of("10.0.0.1", "10.0.0.2")),
            tuple("IPv680", List.of("fd00::1")),
            tuple("IPv481", List.of("10.0.0.3")));
    assertThat(plan.skipped()).isZero();
    assertThat(plan(endpoints()).create()).isEmpty();
    Endpoints withoutSubsets = endpoints();
    withoutSubsets.setSubsets(null);
    assertThat(plan(withoutSubsets).create()).isEmpty();
  }

  @Test
  void copiesLabelsAndAnnotationsButTheReserved() {
    Mirror mirror = plan(endpoints(subset(80, "10.0.0.1"))).create().getFirst();

    assertThat(mirror.labels())
        .isEqualTo(
            Map.of(
                "app", "a",
                "kubernetes.io/service-name", "s",
                "endpointslice.kubernetes.io/managed-by",
                    "endpointslicemirroring-controller.k8s.io"));
    assertThat(mirror.annotations()).isEqualTo(Map.of("note", "x"));
  }

  @Test
  void copiesTheStateOfAnAddress() {
    EndpointAddress full =
        new EndpointAddressBuilder()
            .withIp("10.0.0.1")
            .withNodeName("n")
            .withHostname("h")
            .withNewTargetRef()
            .withName("p")
            .endTargetRef()
            .build();
    EndpointAddress plain = address("10.0.0.2");
    plain.setHostname("");
    EndpointSubset subset = subset(80);
    subset.setAddresses(List.of(full));
    subset.setNotReadyAddresses(List.of(plain));

    List<Endpoint> copies = plan(endpoints(subset)).create().getFirst().endpoints();

    assertThat(copies).hasSize(2);
    assertThat(copies.getFirst().getNodeName()).isEqualTo("n");
    assertThat(copies.getFirst().getHostname()).isEqualTo("h");
    assertThat(copies.getFirst().getTargetRef()).isEqualTo(full.getTargetRef());
    assertThat(copies.getFirst().getConditions().getReady()).isTrue();
    assertThat(copies.getLast().getHostname()).isNull();
    assertThat(copies.getLast().getConditions().getReady()).isFalse();
  }

  @Test
  void countsWhatIsNotMirrored() {
    EndpointSubset subset = subset(80, "10.0.0.1", "10.0.0.2", "nonsense");
    subset.setNotReadyAddresses(List.of(address("10.0.0.3")));

    MirrorPlan all = plan(endpoints(subset));
    MirrorPlan two = MirrorPlan.of(endpoints(subset), List.of(), 2);

    assertThat(all.invalid()).isEqualTo(1);
    assertThat(all.skipped()).isEqualTo(1);
    assertThat(all.create().getFirst().endpoints()).hasSize(3);
    assertThat(two.skipped()).isEqualTo(2);
    assertThat(two.create().getFirst().endpoints()).hasSize(2);
  }

  @Test
  void writesNothingWhenTheSliceIsRight() {
    Endpoints endpoints = endpoints(subset(80, "10.0.0.1", "10.0.0.2"));
    EndpointSlice right = written("right", plan(endpoints));

    MirrorPlan plan = plan(endpoints, right);

    assertThat(plan.create()).isEmpty();
    assertThat(plan.update()).isEmpty();
    assertThat(plan.delete()).isEmpty();
  }

  @Test
  void updatesASliceThatDiffers() {
    Endpoints endpoints = endpoints(subset(80, "10.0.0.1", "10.0.0.2"));
    EndpointSlice right = written("right", plan(endpoints));
    EndpointSlice lessEndpoints =
        right.edit().withEndpoints(right.getEndpoints().subList(0, 1)).build();
    EndpointSlice none = right.edit().build();
    none.setEndpoints(null);
    Endpoint otherNode = right.getEndpoints().getLast().edit().withNodeName("other").build();
    EndpointSlice otherState =
        right.edit().withEndpoints(right.getEndpoints().getFirst(), otherNode).build();
    Endpoint otherAddress = right.getEndpoints().getLast().edit().withAddresses("10.9.9.9").build();
    EndpointSlice otherEndpoint =
        right.edit().withEndpoints(right.getEndpoints().getFirst(), otherAddress).build();
    EndpointSlice otherLabels =
        right.edit().editMetadata().addToLabels("x", "y").endMetadata().build();
    EndpointSlice otherAnnotations =
        right.edit().editMetadata().addToAnnotations("x", "y").endMetadata().build();
    EndpointSlice earlier =
        right
            .edit()
            .editMetadata()
            .editFirstOwnerReference()
            .withUid("earlier")
            .endOwnerReference()
            .endMetadata()
            .build();

    for (EndpointSlice slice :
        List.of(
            lessEndpoints,
            none,
            otherState,
            otherEndpoint,
            otherLabels,
            otherAnnotations,
            earlier)) {
      MirrorPlan plan = plan(endpoints, slice);

      assertThat(plan.update()).hasSize(1);
      assertThat(plan.update().getFirst().seen()).isSameAs(slice);
      assertThat(plan.update().getFirst().recycled()).isFalse();
      assertThat(plan.create()).isEmpty();
    }
  }

  @Test
  void anOwnerOfAnotherKindOrNameDoesNotMatter() {
    Endpoints endpoints = endpoints(subset(80, "10.0.0.1"));
    EndpointSlice slice = written("right", plan(endpoints));
    slice.getMetadata().getOwnerReferences().getFirst().setUid("x");

    slice.getMetadata().getOwnerReferences().getFirst().setName("other");
    assertThat(plan(endpoints, slice).update()).isEmpty();
    slice.getMetadata().getOwnerReferences().getFirst().setName("s");
    slice.getMetadata().getOwnerReferences().getFirst().setKind("Service");
    assertThat(plan(endpoints, slice).update()).isEmpty();
  }

  @Test
  void deletesSurplusSlicesAndReusesThoseWithOtherPorts() {
    Endpoints before = endpoints(subset(80, "10.0.0.1"));
    EndpointSlice first = written("first", plan(before));
    EndpointSlice second = written("second", plan(before));
    EndpointSlice sixth = first.edit().withAddressType("IPv6").build();

    assertThat(plan(before, first, second).delete()).containsExactly(second);
    assertThat(plan(endpoints(), first).delete()).containsExactly(first);
    MirrorPlan moved = plan(endpoints(subset(81, "10.0.0.1")), sixth, first, second);
    assertThat(moved.create()).isEmpty();
    assertThat(moved.update()).hasSize(1);
    assertThat(moved.update().getFirst().seen()).isSameAs(first);
    assertThat(moved.update().getFirst().recycled()).isTrue();
    assertThat(moved.delete()).containsExactly(sixth, second);
  }
}
