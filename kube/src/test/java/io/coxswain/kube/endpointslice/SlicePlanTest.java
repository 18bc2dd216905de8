package io.coxswain.kube.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.services.PortSet;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlicePlanTest {
  private static final int MAX = 100;
  private static final PortSet HTTP = port(80);
  private static final PortSet HTTPS = port(443);
  private static final Service SERVICE =
      new ServiceBuilder()
          .withNewMetadata()
          .withNamespace("n")
          .withName("s")
          .withUid("u")
          .endMetadata()
          .withNewSpec()
          .withClusterIP("10.0.0.1")
          .endSpec()
          .build();

  private static PortSet port(int number) {
    return new PortSet(List.of(new PortSet.Port("", "TCP", number, null)));
  }

  private static Endpoint endpoint(int number) {
    var endpoint = new Endpoint();
    endpoint.setAddresses(List.of("10.1.0." + number));
    return endpoint;
  }

  private static EndpointSlice slice(String name, PortSet ports, Endpoint... endpoints) {
    return new EndpointSliceBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(new SliceLabels(SERVICE).wanted())
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Service")
        .withName("s")
        .withUid("u")
        .endOwnerReference()
        .endMetadata()
        .withPorts(ports.toApi())
        .withEndpoints(endpoints)
        .build();
  }

  private static SlicePlan plan(List<EndpointSlice> existing, Map<PortSet, List<Endpoint>> wanted) {
    return SlicePlan.of(SERVICE, existing, wanted, MAX);
  }

  @Test
  void createsASliceForEachSetOfPorts() {
    SlicePlan plan =
        plan(
            List.of(),
            Map.of(HTTP, List.of(endpoint(1), endpoint(2)), HTTPS, List.of(endpoint(1))));

    assertThat(plan.create()).extracting(SliceDraft::ports).containsExactlyInAnyOrder(HTTP, HTTPS);
    assertThat(plan.create())
        .extracting(SliceDraft::labels)
        .containsOnly(new SliceLabels(SERVICE).wanted());
    assertThat(plan.added()).isEqualTo(3);
    assertThat(plan.removed()).isZero();
    assertThat(plan.writes()).isEqualTo(2);
  }

  @Test
  void updatesAndKeepsByPorts() {
    EndpointSlice changed = slice("changed", HTTP, endpoint(1), endpoint(2));
    EndpointSlice same = slice("same", HTTPS, endpoint(1));

    SlicePlan plan =
        plan(
            List.of(changed, same),
            Map.of(HTTP, List.of(endpoint(1)), HTTPS, List.of(endpoint(1))));

    assertThat(plan.update()).extracting(SliceDraft::seen).containsExactly(changed);
    assertThat(plan.unchanged()).extracting(SliceDraft::seen).containsExactly(same);
    assertThat(plan.removed()).isEqualTo(1);
    assertThat(plan.added()).isZero();
    assertThat(plan.writes()).isEqualTo(1);
  }

  @Test
  void deletesSlicesWithPortsThatNobodyWantsAndEmptyOnes() {
    EndpointSlice gone = slice("gone", HTTPS, endpoint(1));
    EndpointSlice empty = slice("empty", HTTP, endpoint(9));
    EndpointSlice kept = slice("kept", HTTP, endpoint(1));

    SlicePlan plan = plan(List.of(gone, empty, kept), Map.of(HTTP, List.of(endpoint(1))));

    assertThat(plan.delete()).containsExactlyInAnyOrder(gone, empty);
    assertThat(plan.create()).isEmpty();
    assertThat(plan.writes()).isEqualTo(2);
  }

  @Test
  void deletesSlicesOfAnEarlierServiceOfThatName() {
    EndpointSlice earlier = slice("earlier", HTTP, endpoint(1));
    earlier.getMetadata().getOwnerReferences().getFirst().setUid("earlier");
    EndpointSlice otherKind = slice("other-kind", HTTP, endpoint(1));
    otherKind.getMetadata().getOwnerReferences().getFirst().setKind("Endpoints");
    EndpointSlice otherVersion = slice("other-version", HTTP, endpoint(1));
    otherVersion.getMetadata().getOwnerReferences().getFirst().setApiVersion("v2");
    List<EndpointSlice> foreign = List.of(earlier, otherKind, otherVersion);

    SlicePlan plan = plan(foreign, Map.of(HTTP, List.of(endpoint(1))));

    assertThat(plan.delete()).containsExactlyElementsOf(foreign);
    assertThat(plan.create()).hasSize(1);
  }

  @Test
  void aServiceWithoutEndpointsHasOneEmptySlice() {
    EndpointSlice placeholder = slice("placeholder", PortSet.NONE);

    assertThat(plan(List.of(), Map.of()).create())
        .extracting(SliceDraft::ports)
        .containsExactly(PortSet.NONE);
    SlicePlan kept = plan(List.of(placeholder), Map.of());
    assertThat(kept.writes()).isZero();
    assertThat(kept.unchanged()).extracting(SliceDraft::seen).containsExactly(placeholder);
  }

  @Test
  void aSliceThatIsNotQuiteThePlaceholderIsReplaced() {
    EndpointSlice withPorts = slice("ports", HTTP);
    EndpointSlice withEndpoints = slice("endpoints", PortSet.NONE, endpoint(1));
    EndpointSlice withLabels = slice("labels", PortSet.NONE);
    withLabels.getMetadata().setLabels(Map.of("other", "x"));
    EndpointSlice earlier = slice("earlier", PortSet.NONE);
    earlier.getMetadata().getOwnerReferences().getFirst().setUid("earlier");

    for (EndpointSlice slice : List.of(withPorts, withEndpoints, withLabels, earlier)) {
      SlicePlan plan = plan(List.of(slice), Map.of());

      assertThat(plan.create()).describedAs(slice.getMetadata().getName()).hasSize(1);
      assertThat(plan.delete()).containsExactly(slice);
    }
    assertThat(plan(List.of(slice("a", PortSet.NONE), slice("b", PortSet.NONE)), Map.of()).delete())
        .hasSize(2);
  }

  @Test
  void anUpdateReplacesACreationAndADeletion() {
    EndpointSlice own = slice("own", HTTPS, endpoint(1));
    EndpointSlice foreign = slice("foreign", HTTPS, endpoint(1));
    foreign.getMetadata().getOwnerReferences().getFirst().setUid("earlier");

    SlicePlan plan =
        plan(List.of(foreign, own), Map.of(HTTP, List.of(endpoint(1)))).reusing(SERVICE);

    assertThat(plan.create()).isEmpty();
    assertThat(plan.delete()).containsExactly(foreign);
    assertThat(plan.update()).hasSize(1);
    assertThat(plan.update().getFirst().seen()).isSameAs(own);
    assertThat(plan.update().getFirst().ports()).isEqualTo(HTTP);
    assertThat(plan.added()).isEqualTo(1);
  }

  @Test
  void aDeletionWithoutACreationRemains() {
    EndpointSlice gone = slice("gone", HTTPS, endpoint(1));

    SlicePlan plan =
        plan(List.of(gone, slice("kept", HTTP, endpoint(1))), Map.of(HTTP, List.of(endpoint(1))))
            .reusing(SERVICE);

    assertThat(plan.delete()).containsExactly(gone);
    assertThat(plan.update()).isEmpty();
    assertThat(plan.unchanged()).hasSize(1);
  }
}
