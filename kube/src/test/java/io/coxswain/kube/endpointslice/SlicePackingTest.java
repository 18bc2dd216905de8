package io.coxswain.kube.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.kube.services.EndpointIdentity;
import io.coxswain.kube.services.PortSet;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditions;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlicePackingTest {
  private static final Service SERVICE =
      new ServiceBuilder()
          .withNewMetadata()
          .withNamespace("n")
          .withName("s")
          .endMetadata()
          .withNewSpec()
          .withClusterIP("10.0.0.1")
          .endSpec()
          .build();
  private static final SliceLabels LABELS = new SliceLabels(SERVICE);

  private static Endpoint endpoint(int number, boolean ready) {
    var endpoint = new Endpoint();
    endpoint.setAddresses(List.of("10.0." + number / 250 + "." + number % 250));
    var conditions = new EndpointConditions();
    conditions.setReady(ready);
    endpoint.setConditions(conditions);
    return endpoint;
  }

  private static List<Endpoint> endpoints(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> endpoint(i, true)).toList();
  }

  private static EndpointSlice slice(int number, Collection<Endpoint> endpoints) {
    return new EndpointSliceBuilder()
        .withNewMetadata()
        .withName("s-" + number)
        .withLabels(LABELS.wanted())
        .endMetadata()
        .withEndpoints(List.copyOf(endpoints))
        .build();
  }

  private static SlicePacking pack(List<EndpointSlice> existing, List<Endpoint> wanted, int max) {
    return SlicePacking.of(
        existing, wanted, LABELS, () -> SliceDraft.fresh(PortSet.NONE, LABELS.wanted()), max);
  }

  private static List<Integer> sizes(List<SliceDraft> slices) {
    return slices.stream().map(SliceDraft::size).toList();
  }

  @Test
  void splitsTwoHundredAndFiftyIntoThree() {
    assertThat(sizes(pack(List.of(), endpoints(0, 250), 100).create()))
        .containsExactly(100, 100, 50);
  }

  @Test
  void replacesAnEndpointWithASingleWrite() {
    var existing =
        List.of(
            slice(1, endpoints(0, 100)),
            slice(2, endpoints(100, 200)),
            slice(3, endpoints(200, 250)));
    var wanted = new ArrayList<>(endpoints(0, 250));
    wanted.remove(150);
    wanted.add(endpoint(300, true));

    SlicePacking packing = pack(existing, wanted, 100);

    assertThat(packing.create()).isEmpty();
    assertThat(packing.delete()).isEmpty();
    assertThat(packing.update()).hasSize(1);
    assertThat(Objects.requireNonNull(packing.update().getFirst().seen()).getMetadata().getName())
        .isEqualTo("s-2");
    assertThat(packing.added()).isEqualTo(1);
    assertThat(packing.removed()).isEqualTo(1);
  }

  @Test
  void putsTheRestIntoTheSliceThatItFillsBest() {
    var existing =
        List.of(
            slice(1, endpoints(0, 30)),
            slice(2, endpoints(30, 100)),
            slice(3, endpoints(100, 195)));

    SlicePacking packing = pack(existing, endpoints(0, 215), 100);

    assertThat(packing.create()).isEmpty();
    assertThat(sizes(packing.update())).containsExactly(90);
  }

  @Test
  void doesNotRebalanceForItsOwnSake() {
    var existing = List.of(slice(1, endpoints(0, 1)), slice(2, endpoints(1, 2)));

    SlicePacking packing = pack(existing, endpoints(0, 2), 100);

    assertThat(packing.update()).isEmpty();
    assertThat(packing.unchanged()).hasSize(2);
  }

  /**
   * Slices as they may be found.
   *
   * @param placed by slice, the numbers of the endpoints in it; one may be in several
   * @param wanted the endpoints that are to be
   * @param changed those whose state is not what slices say
   */
  record Script(List<Set<Integer>> placed, Set<Integer> wanted, Set<Integer> changed, int max) {
    List<EndpointSlice> existing() {
      var slices = new ArrayList<EndpointSlice>();
      for (int i = 0; i < placed.size(); i++) {
        slices.add(
            slice(i, new TreeSet<>(placed.get(i)).stream().map(n -> endpoint(n, true)).toList()));
      }
      return slices;
    }

    List<Endpoint> all() {
      return new TreeSet<>(wanted).stream().map(n -> endpoint(n, !changed.contains(n))).toList();
    }
  }

  @Provide
  Arbitrary<Script> scripts() {
    Arbitrary<Set<Integer>> numbers = Arbitraries.integers().between(0, 30).set();
    return Combinators.combine(
            Arbitraries.integers().between(0, 30).set().ofMaxSize(5).list().ofMaxSize(6),
            numbers,
            numbers.map(s -> s.size() > 25 ? s : Set.<Integer>of()),
            Arbitraries.integers().between(5, 8))
        .as(Script::new);
  }

  @Property(tries = 500, seed = "1")
  void holdsEachEndpointOnceInSlicesOfLimitedSize(@ForAll("scripts") Script script) {
    SlicePacking packing = pack(script.existing(), script.all(), script.max);

    var kept = new ArrayList<SliceDraft>(packing.unchanged());
    kept.addAll(packing.update());
    kept.addAll(packing.create());
    assertThat(kept).allMatch(s -> s.size() > 0 || packing.unchanged().contains(s));
    assertThat(kept).allMatch(s -> s.size() <= script.max);
    assertThat(kept.stream().flatMap(s -> s.endpoints().stream()).map(EndpointIdentity::of))
        .containsExactlyInAnyOrderElementsOf(
            script.all().stream().map(EndpointIdentity::of).toList());
    assertThat(packing.unchanged().size() + packing.update().size() + packing.delete().size())
        .isEqualTo(script.placed.size());
  }

  @Property(tries = 500, seed = "2")
  void writesNoMoreThanItMust(@ForAll("scripts") Script script) {
    SlicePacking packing = pack(script.existing(), script.all(), script.max);

    // Whatever is new to the slices goes first where a change has to be written anyway.
    int forced = 0;
    int room = 0;
    var seen = new TreeSet<Integer>();
    for (Set<Integer> slice : script.placed) {
      var stays = new TreeSet<>(slice);
      stays.retainAll(script.wanted);
      stays.removeAll(seen);
      seen.addAll(stays);
      boolean touched =
          stays.size() != slice.size() || stays.stream().anyMatch(script.changed::contains);
      if (touched && !stays.isEmpty()) {
        forced++;
        room += script.max - stays.size();
      }
    }
    int left = Math.max(0, packing.added() - room);
    int more = (left + script.max - 1) / script.max;
    assertThat(packing.update().size() + packing.create().size())
        .isLessThanOrEqualTo(forced + more);
  }

  @Property(tries = 300, seed = "3")
  void hasNothingToDoOnceItsPlanIsDone(@ForAll("scripts") Script script) {
    SlicePacking packing = pack(script.existing(), script.all(), script.max);
    var after = new ArrayList<EndpointSlice>();
    int number = 0;
    for (List<SliceDraft> drafts :
        List.of(packing.unchanged(), packing.update(), packing.create())) {
      for (SliceDraft draft : drafts) {
        after.add(slice(number++, draft.endpoints()));
      }
    }

    SlicePacking again = pack(after, script.all(), script.max);

    assertThat(again.create()).isEmpty();
    assertThat(again.update()).isEmpty();
    assertThat(again.delete()).isEmpty();
  }
}
