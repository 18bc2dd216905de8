package io.coxswain.kube.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.kube.services.Subsets;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.EndpointSubsetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubsetsTest {

  private static EndpointAddress address(int number) {
    var address = new EndpointAddress();
    address.setIp("10.0." + number / 250 + "." + number % 250);
    return address;
  }

  private static List<EndpointAddress> addresses(int from, int to) {
    return IntStream.range(from, to).mapToObj(SubsetsTest::address).toList();
  }

  private static Subsets.Port port(int number) {
    return new Subsets.Port("", number, "TCP", null);
  }

  private static EndpointSubset subset(int ready, int notReady) {
    return new EndpointSubsetBuilder()
        .withAddresses(addresses(0, ready))
        .withNotReadyAddresses(addresses(ready, ready + notReady))
        .build();
  }

  @Test
  void putsPortsOfTheSameAddressesTogether() {
    var subsets = new Subsets();
    for (int number : new int[] {80, 81}) {
      subsets.add(address(2), port(number), true);
      subsets.add(address(1), port(number), false);
    }
    subsets.add(address(1), port(82), false);

    List<EndpointSubset> all = subsets.toApi();

    assertThat(all).hasSize(2);
    assertThat(all).anyMatch(s -> s.getPorts().size() == 2 && s.getAddresses().size() == 1);
    assertThat(all).anyMatch(s -> s.getPorts().size() == 1 && s.getAddresses().isEmpty());
  }

  @Test
  void takesAnAddressForNotReadyIfAnyDuplicateIsNot() {
    var subsets = new Subsets();
    subsets.add(address(1), port(80), true);
    subsets.add(address(1), port(80), false);

    assertThat(subsets.toApi().getFirst().getNotReadyAddresses()).hasSize(1);
  }

  @Property(tries = 200)
  void doesNotDependOnTheOrderOfInputs(@ForAll List<@IntRange(max = 40) Integer> numbers) {
    var forwards = new Subsets();
    var backwards = new Subsets();
    numbers.forEach(n -> forwards.add(address(n % 7), port(80 + n % 3), n % 2 == 0));
    new ArrayList<>(numbers)
        .reversed()
        .forEach(n -> backwards.add(address(n % 7), port(80 + n % 3), n % 2 == 0));

    assertThat(Subsets.areEqual(forwards.toApi(), backwards.toApi())).isTrue();
    assertThat(Subsets.areEqual(Subsets.repack(forwards.toApi()), forwards.toApi())).isTrue();
  }

  @Test
  void keepsAThousandOfTwelveHundred() {
    List<EndpointSubset> cut = Capacity.cut(List.of(subset(1200, 0)));

    assertThat(cut.getFirst().getAddresses()).hasSize(1000);
    assertThat(Capacity.isExceeded(cut)).isFalse();
  }

  @Test
  void dropsWhatIsNotReadyFirstAndEachSubsetInProportion() {
    List<EndpointSubset> cut = Capacity.cut(List.of(subset(500, 400), subset(400, 200)));
    assertThat(cut.get(0).getAddresses()).hasSize(500);
    assertThat(cut.get(1).getAddresses()).hasSize(400);
    assertThat(cut.get(0).getNotReadyAddresses()).hasSize(67);
    assertThat(cut.get(1).getNotReadyAddresses()).hasSize(33);

    cut = Capacity.cut(List.of(subset(900, 10), subset(300, 10)));
    assertThat(cut.get(0).getAddresses()).hasSize(750);
    assertThat(cut.get(1).getAddresses()).hasSize(250);
    assertThat(cut).allMatch(s -> s.getNotReadyAddresses().isEmpty());
  }
}
