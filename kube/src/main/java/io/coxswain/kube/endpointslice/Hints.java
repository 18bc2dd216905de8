package io.coxswain.kube.endpointslice;

import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointHints;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointHintsBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.ForNode;
import io.fabric8.kubernetes.api.model.discovery.v1.ForZone;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Hints about which zones or nodes should use an endpoint. */
final class Hints {
  private Hints() {}

  static List<String> zones(Endpoint endpoint) {
    return endpoint.getHints() == null
        ? List.of()
        : endpoint.getHints().getForZones().stream().map(ForZone::getName).toList();
  }

  static List<String> nodes(Endpoint endpoint) {
    return endpoint.getHints() == null
        ? List.of()
        : endpoint.getHints().getForNodes().stream().map(ForNode::getName).toList();
  }

  static EndpointHints of(List<String> zones, List<String> nodes) {
    return new EndpointHintsBuilder()
        .withForZones(zones.stream().map(z -> new ForZone(z)).toList())
        .withForNodes(nodes.stream().map(n -> new ForNode(n)).toList())
        .build();
  }

  /** The plan with hints; unchanged slices whose hints change become updates. */
  static SlicePlan alsoWriting(SlicePlan plan, Predicate<SliceDraft> needsIt) {
    var update = new ArrayList<>(plan.update());
    var unchanged = new ArrayList<SliceDraft>();
    for (SliceDraft slice : plan.unchanged()) {
      if (needsIt.test(slice)) {
        slice.own();
        update.add(slice);
      } else {
        unchanged.add(slice);
      }
    }
    return new SlicePlan(
        plan.create(), update, plan.delete(), unchanged, plan.added(), plan.removed());
  }

  /** Removes all hints. */
  static SlicePlan removedFrom(SlicePlan plan) {
    SlicePlan more =
        alsoWriting(plan, s -> s.endpoints().stream().anyMatch(e -> e.getHints() != null));
    more.create().forEach(Hints::remove);
    more.update().forEach(Hints::remove);
    return more;
  }

  private static void remove(SliceDraft slice) {
    slice.endpoints().forEach(e -> e.setHints(null));
  }
}
