package io.coxswain.node.allocation;

import io.coxswain.api.ObjectKey;
import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.HostPort;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A pod to which a node has given resources. Guarded by the lock of {@link NodeAllocations}. */
final class Tenant {
  /** In this order resizes that wait are accepted, after those that do not ask for more. */
  static final Comparator<Tenant> RESIZE_ORDER =
      Comparator.comparing(Tenant::asksForMore)
          .thenComparingInt(t -> -t.priority)
          .thenComparing(t -> !t.qosClass.equals("Guaranteed"))
          .thenComparing(t -> t.deferredAt)
          .thenComparing(t -> t.uid);

  private static final int SYSTEM_CRITICAL = 2_000_000_000;

  final ObjectKey key;
  final String uid;
  final int priority;
  final String qosClass;
  final List<HostPort> ports;

  /** What counts as used by the pod. */
  Amounts requests;

  /** The pod with the resources of a resize that the node has deferred. */
  @Nullable Pod deferred;

  Instant deferredAt = Instant.MAX;

  /** Whether it ends to make room for a critical pod. */
  boolean preempted;

  /** The UIDs of preempted pods that must have ended before this one starts. */
  final Set<String> awaits = new TreeSet<>();

  Tenant(Pod pod, Amounts requests) {
    this.key = ObjectKey.of(pod);
    this.uid = pod.getMetadata().getUid();
    this.priority = priority(pod);
    String qos = pod.getStatus() == null ? null : pod.getStatus().getQosClass();
    this.qosClass = qos == null ? "" : qos;
    this.ports = HostPort.of(pod);
    this.requests = requests;
  }

  private static int priority(Pod pod) {
    return pod.getSpec().getPriority() == null ? 0 : pod.getSpec().getPriority();
  }

  static boolean isCritical(Pod pod) {
    return priority(pod) >= SYSTEM_CRITICAL;
  }

  /** Whether the node may end it to make room for a pod of the given priority. */
  boolean isPreemptableBy(int other) {
    return !preempted
        && ((other >= SYSTEM_CRITICAL && priority < SYSTEM_CRITICAL) || other > priority);
  }

  private boolean asksForMore() {
    if (deferred == null) {
      return false;
    }
    Amounts desired = Amounts.ofSpec(deferred);
    return desired.cpuMillis() > requests.cpuMillis() || desired.memory() > requests.memory();
  }
}
