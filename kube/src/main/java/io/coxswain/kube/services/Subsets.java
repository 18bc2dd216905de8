package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointPort;
import io.fabric8.kubernetes.api.model.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.EndpointSubsetBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Addresses by port in canonical form: ports with the same addresses are grouped, and everything is
 * sorted.
 */
public final class Subsets {
  private static final Comparator<Id> IN_ORDER =
      Comparator.comparing(Id::ip).thenComparing(Id::uid);

  /** Readiness by port and address. */
  private final Map<Port, TreeMap<Id, Boolean>> byPort = new LinkedHashMap<>();

  private final Map<Id, EndpointAddress> addresses = new LinkedHashMap<>();

  /** The identity of an address. */
  private record Id(String ip, String uid) {
    static Id of(EndpointAddress address) {
      ObjectReference target = address.getTargetRef();
      return new Id(
          address.getIp(), target == null ? "" : Objects.requireNonNullElse(target.getUid(), ""));
    }
  }

  /** A port; {@link #NONE} for services without ports. */
  public record Port(
      String name, int number, @Nullable String protocol, @Nullable String appProtocol) {
    public static final Port NONE = new Port("", -1, null, null);

    static Port of(EndpointPort port) {
      return new Port(
          Objects.requireNonNullElse(port.getName(), ""),
          port.getPort(),
          port.getProtocol(),
          port.getAppProtocol());
    }

    EndpointPort toApi() {
      return new EndpointPortBuilder()
          .withName(name.isEmpty() ? null : name)
          .withPort(number)
          .withProtocol(protocol)
          .withAppProtocol(appProtocol)
          .build();
    }

    private String text() {
      return "{Name:(string)"
          + name
          + " Port:(int32)"
          + number
          + " Protocol:(v1.Protocol)"
          + Objects.requireNonNullElse(protocol, "")
          + " AppProtocol:(*string)"
          + Objects.requireNonNullElse(appProtocol, "<nil>")
          + "}";
    }

    /** Go's representation, by which upstream sorts. */
    private GoHash hash() {
      return GoHash.of("(v1.EndpointPort)" + text());
    }
  }

  /** An address that is not ready in one duplicate is not ready. */
  public void add(EndpointAddress address, Port port, boolean ready) {
    Id id = Id.of(address);
    addresses.putIfAbsent(id, address);
    byPort
        .computeIfAbsent(port, p -> new TreeMap<>(IN_ORDER))
        .merge(id, ready, Boolean::logicalAnd);
  }

  /** The canonical form of the subsets of an object. */
  public static List<EndpointSubset> repack(List<EndpointSubset> subsets) {
    var all = new Subsets();
    for (EndpointSubset subset : subsets) {
      List<Port> ports =
          subset.getPorts().isEmpty()
              ? List.of(Port.NONE)
              : subset.getPorts().stream().map(Port::of).toList();
      for (Port port : ports) {
        subset.getAddresses().forEach(a -> all.add(a, port, true));
        subset.getNotReadyAddresses().forEach(a -> all.add(a, port, false));
      }
    }
    return all.toApi();
  }

  public List<EndpointSubset> toApi() {
    var byAddresses = new LinkedHashMap<Map<Id, Boolean>, List<Port>>();
    byPort.forEach(
        (port, ids) -> byAddresses.computeIfAbsent(ids, i -> new ArrayList<>()).add(port));
    var subsets = new ArrayList<EndpointSubset>();
    byAddresses.forEach((ids, ports) -> subsets.add(subset(ids, ports)));
    if (subsets.size() > 1) {
      subsets.sort(Comparator.comparing(SubsetText::hash));
    }
    return subsets;
  }

  private EndpointSubset subset(Map<Id, Boolean> ids, List<Port> ports) {
    var ready = new ArrayList<EndpointAddress>();
    var notReady = new ArrayList<EndpointAddress>();
    ids.forEach((id, isReady) -> (isReady ? ready : notReady).add(addresses.get(id)));
    return new EndpointSubsetBuilder()
        .withAddresses(ready)
        .withNotReadyAddresses(notReady)
        .withPorts(
            ports.stream()
                .filter(p -> p.number > 0)
                .sorted(Comparator.comparing(Port::hash))
                .map(Port::toApi)
                .toList())
        .build();
  }

  /** Whether two canonical lists are equal, ignoring the resourceVersion of pods. */
  public static boolean areEqual(List<EndpointSubset> one, List<EndpointSubset> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      EndpointSubset a = one.get(i);
      EndpointSubset b = other.get(i);
      if (!a.getPorts().stream()
              .map(Port::of)
              .toList()
              .equals(b.getPorts().stream().map(Port::of).toList())
          || !areSame(a.getAddresses(), b.getAddresses())
          || !areSame(a.getNotReadyAddresses(), b.getNotReadyAddresses())) {
        return false;
      }
    }
    return true;
  }

  private static boolean areSame(List<EndpointAddress> one, List<EndpointAddress> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      EndpointAddress a = one.get(i);
      EndpointAddress b = other.get(i);
      if (!Objects.equals(a.getIp(), b.getIp())
          || !Objects.equals(a.getHostname(), b.getHostname())
          || !Objects.equals(a.getNodeName(), b.getNodeName())
          || !isSame(a.getTargetRef(), b.getTargetRef())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(@Nullable ObjectReference a, @Nullable ObjectReference b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return Objects.equals(a.getKind(), b.getKind())
        && Objects.equals(a.getNamespace(), b.getNamespace())
        && Objects.equals(a.getName(), b.getName())
        && Objects.equals(a.getUid(), b.getUid())
        && Objects.equals(a.getApiVersion(), b.getApiVersion())
        && Objects.equals(a.getFieldPath(), b.getFieldPath());
  }

  /** Go's representation of a subset, by which upstream sorts. */
  private static final class SubsetText {
    private final StringBuilder text = new StringBuilder("(v1.EndpointSubset){");

    static GoHash hash(EndpointSubset subset) {
      var all = new SubsetText();
      all.addresses("Addresses", subset.getAddresses());
      all.text.append(' ');
      all.addresses("NotReadyAddresses", subset.getNotReadyAddresses());
      all.text.append(' ');
      all.ports(subset.getPorts());
      return GoHash.of(all.text.append('}').toString());
    }

    private void addresses(String name, List<EndpointAddress> list) {
      text.append(name).append(":([]v1.EndpointAddress)");
      if (list.isEmpty()) {
        text.append("<nil>");
        return;
      }
      String gap = "[";
      for (EndpointAddress address : list) {
        text.append(gap).append("{IP:(string)").append(address.getIp());
        text.append(" Hostname:(string)").append(orEmpty(address.getHostname()));
        text.append(" NodeName:(*string)").append(orNil(address.getNodeName()));
        text.append(" TargetRef:(*v1.ObjectReference)");
        target(address.getTargetRef());
        text.append('}');
        gap = " ";
      }
      text.append(']');
    }

    private void target(@Nullable ObjectReference target) {
      if (target == null) {
        text.append("<nil>");
        return;
      }
      text.append("{Kind:(string)").append(orEmpty(target.getKind()));
      text.append(" Namespace:(string)").append(orEmpty(target.getNamespace()));
      text.append(" Name:(string)").append(orEmpty(target.getName()));
      text.append(" UID:(types.UID)").append(orEmpty(target.getUid()));
      text.append(" APIVersion:(string)").append(orEmpty(target.getApiVersion()));
      text.append(" ResourceVersion:(string)").append(orEmpty(target.getResourceVersion()));
      text.append(" FieldPath:(string)").append(orEmpty(target.getFieldPath())).append('}');
    }

    private void ports(List<EndpointPort> list) {
      text.append("Ports:([]v1.EndpointPort)");
      if (list.isEmpty()) {
        text.append("<nil>");
        return;
      }
      text.append('[');
      text.append(String.join(" ", list.stream().map(p -> Port.of(p).text()).toList()));
      text.append(']');
    }

    private static String orEmpty(@Nullable String value) {
      return value == null ? "" : value;
    }

    private static String orNil(@Nullable String value) {
      return value == null ? "<nil>" : value;
    }
  }
}
