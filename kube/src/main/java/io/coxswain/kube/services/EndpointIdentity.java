package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditions;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The identity of an endpoint, independent of its state. */
public record EndpointIdentity(
    List<String> addresses,
    @Nullable String hostname,
    @Nullable String namespace,
    @Nullable String name) {

  public static EndpointIdentity of(Endpoint endpoint) {
    ObjectReference target = endpoint.getTargetRef();
    String hostname = endpoint.getHostname();
    return new EndpointIdentity(
        endpoint.getAddresses().size() < 2
            ? endpoint.getAddresses()
            : endpoint.getAddresses().stream().sorted().toList(),
        hostname == null || hostname.isEmpty() ? null : hostname,
        target == null ? null : target.getNamespace(),
        target == null ? null : target.getName());
  }

  /** Compares the state of endpoints, except hints. */
  public static boolean isSameState(Endpoint one, Endpoint other) {
    return Objects.equals(one.getNodeName(), other.getNodeName())
        && Objects.equals(one.getZone(), other.getZone())
        && isSame(one.getConditions(), other.getConditions())
        && isSame(one.getTargetRef(), other.getTargetRef());
  }

  private static boolean isSame(
      @Nullable EndpointConditions one, @Nullable EndpointConditions other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return Objects.equals(one.getReady(), other.getReady())
        && Objects.equals(one.getServing(), other.getServing())
        && Objects.equals(one.getTerminating(), other.getTerminating());
  }

  /** Compares target references except the resourceVersion of the pod. */
  private static boolean isSame(@Nullable ObjectReference one, @Nullable ObjectReference other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return Objects.equals(one.getKind(), other.getKind())
        && Objects.equals(one.getUid(), other.getUid())
        && Objects.equals(one.getApiVersion(), other.getApiVersion())
        && Objects.equals(one.getFieldPath(), other.getFieldPath());
  }
}
