package io.coxswain.kube.servicecidr;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.net.Ip;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDRBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServiceCidrPlanTest {
  private static final ServiceCIDR LEAVING = cidr("leaving", "10.0.0.0/24", "fd00::/120");

  private static ServiceCIDR cidr(String name, String... ranges) {
    return new ServiceCIDRBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withCidrs(ranges)
        .endSpec()
        .build();
  }

  private static boolean mayGo(List<ServiceCIDR> others, String... addresses) {
    return ServiceCidrPlan.mayGo(
        LEAVING,
        Stream.concat(Stream.of(LEAVING), others.stream()).toList(),
        Stream.of(addresses).map(ip -> requireNonNull(Ip.parse(ip))).toList());
  }

  @Test
  void goesWithoutAddressesInIt() {
    assertThat(mayGo(List.of())).isTrue();
    assertThat(mayGo(List.of(), "10.0.1.1", "fd00::1:1")).isTrue();
    assertThat(mayGo(List.of(), "10.0.0.1")).isFalse();
    assertThat(mayGo(List.of(), "fd00::1")).isFalse();
  }

  @Test
  void goesIfOthersCoverItsAddresses() {
    List<ServiceCIDR> others = List.of(cidr("half", "10.0.0.0/25"));

    assertThat(mayGo(others, "10.0.0.1")).isTrue();
    assertThat(mayGo(others, "10.0.0.1", "10.0.0.200")).isFalse();
  }

  @Test
  void goesIfOthersContainEachOfItsRanges() {
    assertThat(mayGo(List.of(cidr("both", "10.0.0.0/16", "fd00::/64")), "10.0.0.1")).isTrue();
    assertThat(mayGo(List.of(cidr("one", "10.0.0.0/16")), "fd00::1")).isFalse();
    assertThat(mayGo(List.of(cidr("a", "10.0.0.0/16"), cidr("b", "fd00::/64")), "fd00::1"))
        .isTrue();
  }

  @Test
  void hasNoRangesWithoutASpecOrWhereTheyAreInvalid() {
    assertThat(ServiceCidrPlan.ranges(new ServiceCIDR())).isEmpty();
    assertThat(ServiceCidrPlan.ranges(cidr("x", "nonsense", "10.0.0.0/24"))).hasSize(1);
  }
}
