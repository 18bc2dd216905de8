package io.coxswain.kube.endpoints;

import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.EndpointSubsetBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Truncates Endpoints to the maximum size: drops addresses that are not ready first, from each
 * subset in proportion.
 */
final class Capacity {
  static final int MAX_COUNT = 1000;
  static final String ANNOTATION = "endpoints.kubernetes.io/over-capacity";
  static final String TRUNCATED = "truncated";

  private Capacity() {}

  static boolean isExceeded(List<EndpointSubset> subsets) {
    return ready(subsets) + notReady(subsets) > MAX_COUNT;
  }

  private static int ready(List<EndpointSubset> subsets) {
    return subsets.stream().mapToInt(s -> s.getAddresses().size()).sum();
  }

  private static int notReady(List<EndpointSubset> subsets) {
    return subsets.stream().mapToInt(s -> s.getNotReadyAddresses().size()).sum();
  }

  static List<EndpointSubset> cut(List<EndpointSubset> subsets) {
    if (!isExceeded(subsets)) {
      return subsets;
    }
    int ready = ready(subsets);
    boolean cutsReady = ready > MAX_COUNT;
    int room = cutsReady ? MAX_COUNT : MAX_COUNT - ready;
    int total = cutsReady ? ready : notReady(subsets);
    int left = room;
    var cut = new ArrayList<EndpointSubset>();
    for (EndpointSubset subset : subsets) {
      List<EndpointAddress> some =
          cutsReady ? subset.getAddresses() : subset.getNotReadyAddresses();
      int share = (int) Math.ceil((double) some.size() / total * room);
      List<EndpointAddress> kept = some.subList(0, Math.min(some.size(), Math.min(share, left)));
      left -= kept.size();
      var builder = new EndpointSubsetBuilder(subset);
      cut.add(
          cutsReady
              ? builder.withAddresses(kept).withNotReadyAddresses(List.of()).build()
              : builder.withNotReadyAddresses(kept).build());
    }
    return cut;
  }
}
