package io.coxswain.kube.servicecidr;

import io.coxswain.api.net.Cidr;
import io.coxswain.api.net.Ip;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Decides whether a ServiceCIDR may be deleted. */
final class ServiceCidrPlan {
  private ServiceCidrPlan() {}

  static Stream<Cidr> ranges(ServiceCIDR object) {
    return object.getSpec() == null
        ? Stream.of()
        : object.getSpec().getCidrs().stream().map(Cidr::parse).filter(Objects::nonNull);
  }

  /**
   * Whether every CIDR of it is contained in another one, or it alone covers no address in use.
   *
   * @param all all CIDRs, including this one
   * @param addresses the addresses of services
   */
  static boolean mayGo(ServiceCIDR leaving, List<ServiceCIDR> all, List<Ip> addresses) {
    List<Cidr> others =
        all.stream()
            .filter(o -> !name(o).equals(name(leaving)))
            .flatMap(ServiceCidrPlan::ranges)
            .toList();
    boolean covered = ranges(leaving).allMatch(r -> others.stream().anyMatch(o -> o.contains(r)));
    return covered
        || addresses.stream()
            .filter(ip -> ranges(leaving).anyMatch(r -> r.contains(ip)))
            .allMatch(ip -> others.stream().anyMatch(o -> o.contains(ip)));
  }

  private static String name(ServiceCIDR object) {
    return object.getMetadata().getName();
  }
}
