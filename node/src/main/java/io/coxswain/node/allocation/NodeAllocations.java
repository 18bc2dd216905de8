package io.coxswain.node.allocation;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Clock;
import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.HostPort;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.pod.PodPlan;
import io.coxswain.node.pod.PodResources;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The resources that nodes have given to their pods. Decides whether a node admits a pod, and
 * whether it accepts a resize. Thread-safe; bounded by the number of pods that have not ended.
 *
 * <p>Pods that were admitted before this program started, which have a start time, are loaded from
 * the cache before the first decision about their node.
 */
public final class NodeAllocations {
  private final Reader client;
  private final Clock clock;
  private final PodsOfNode pods;
  private final Consumer<ObjectKey> wake;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Ledger> nodes = new TreeMap<>();

  /** Finds the pods of a node in the cache. */
  public interface PodsOfNode {
    Collection<Pod> list(String node) throws ApiException;
  }

  /** What a node decides about a pod that is new to it. */
  public sealed interface Admission {}

  public record Admitted() implements Admission {}

  public record Rejected(Rejection why) implements Admission {}

  /** A critical pod waits for the end of the pods that it preempts. */
  public record Waiting() implements Admission {}

  /** The pods of one node. */
  private static final class Ledger {
    private final Map<String, Tenant> tenants = new TreeMap<>();
    private Amounts used = Amounts.NONE;

    private void add(Tenant tenant) {
      remove(tenant.uid);
      tenants.put(tenant.uid, tenant);
      used = used.plus(tenant.requests);
    }

    private @Nullable Tenant remove(String uid) {
      Tenant tenant = tenants.remove(uid);
      if (tenant != null) {
        used = used.minus(tenant.requests);
      }
      return tenant;
    }

    private void resize(Tenant tenant, Amounts requests) {
      used = used.minus(tenant.requests).plus(requests);
      tenant.requests = requests;
    }

    private AdmissionCheck check(NodeFacts node, Pod pod) {
      String uid = pod.getMetadata().getUid();
      Tenant own = tenants.get(uid);
      var ports = new ArrayList<HostPort>();
      if (!HostPort.of(pod).isEmpty()) {
        tenants.values().stream()
            .filter(tenant -> tenant != own)
            .forEach(tenant -> ports.addAll(tenant.ports));
      }
      return AdmissionCheck.of(node, pod, own == null ? used : used.minus(own.requests), ports);
    }
  }

  /**
   * @param wake is given pods whose reconciliation a decision about another pod requires
   */
  public NodeAllocations(Reader client, Clock clock, PodsOfNode pods, Consumer<ObjectKey> wake) {
    this.client = client;
    this.clock = clock;
    this.pods = pods;
    this.wake = wake;
  }

  /** Whether the pod was admitted by an earlier run of this program, or needs no admission. */
  public static boolean isAdmitted(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null
        || PodPlan.hasEnded(pod)
        || (pod.getStatus() != null && pod.getStatus().getStartTime() != null);
  }

  /** Decides about a pod that the node has not admitted yet. */
  public Admission admit(NodeFacts node, Pod pod) throws ApiException {
    load(node.name());
    Admission admission = tryAdmit(node, pod);
    if (admission instanceof Rejected && forgetEnded(node.name())) {
      admission = tryAdmit(node, pod);
    }
    return admission;
  }

  private Admission tryAdmit(NodeFacts node, Pod pod) {
    var woken = new ArrayList<ObjectKey>();
    try {
      lock.lock();
      try {
        return decide(ledger(node.name()), node, pod, woken);
      } finally {
        lock.unlock();
      }
    } finally {
      woken.forEach(wake);
    }
  }

  private static Admission decide(Ledger ledger, NodeFacts node, Pod pod, List<ObjectKey> woken) {
    Tenant known = ledger.tenants.get(pod.getMetadata().getUid());
    if (known != null) {
      return known.awaits.isEmpty() ? new Admitted() : new Waiting();
    }
    AdmissionCheck check = ledger.check(node, pod);
    Optional<Rejection> rejection = check.rejection();
    var tenant = new Tenant(pod, Amounts.ofSpec(pod));
    if (rejection.isEmpty()) {
      ledger.add(tenant);
      return new Admitted();
    }
    if (!Tenant.isCritical(pod)) {
      return new Rejected(rejection.get());
    }
    if (!check.others().isEmpty()) {
      return new Rejected(check.others().getFirst()); // resources alone never reject such a pod
    }
    Optional<List<Tenant>> victims =
        CriticalPods.victims(ledger.tenants.values(), tenant.priority, check.shortages());
    if (victims.isEmpty()) {
      return new Rejected(
          new Rejection(
              "UnexpectedAdmissionError",
              "Unexpected error while attempting to recover from admission failure: preemption:"
                  + " error finding a set of pods to preempt: no set of running pods found to"
                  + " reclaim resources: "
                  + CriticalPods.describe(check.shortages())));
    }
    for (Tenant victim : victims.get()) {
      victim.preempted = true;
      tenant.awaits.add(victim.uid);
      woken.add(victim.key);
    }
    ledger.add(tenant);
    return new Waiting();
  }

  /** Whether the pod must end because a critical pod needs its resources. */
  public boolean isPreempted(String node, String uid) {
    lock.lock();
    try {
      Ledger ledger = nodes.get(node);
      Tenant tenant = ledger == null ? null : ledger.tenants.get(uid);
      return tenant != null && tenant.preempted;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Decides about a resize.
   *
   * @param pod with the desired resources in its spec
   * @param current what the node has given to the pod
   * @return why the resize is not accepted; empty if it is
   */
  public Optional<PodResources.Pending> resize(NodeFacts node, Pod pod, PodResources current)
      throws ApiException {
    load(node.name());
    Amounts desired = Amounts.ofSpec(pod);
    long generation =
        pod.getMetadata().getGeneration() == null ? 0 : pod.getMetadata().getGeneration();
    Optional<String> infeasible = infeasible(desired, node.allocatable());
    if (infeasible.isPresent()) {
      keep(node, pod, current);
      return Optional.of(new PodResources.Pending("Infeasible", infeasible.get(), generation));
    }
    Optional<Rejection> lack = tryResize(node, pod, current);
    if (lack.isPresent() && forgetEnded(node.name())) {
      lack = tryResize(node, pod, current);
    }
    return lack.map(why -> new PodResources.Pending("Deferred", why.message(), generation));
  }

  private static Optional<String> infeasible(Amounts desired, Amounts allocatable) {
    String text = "Node didn't have enough capacity: %s, requested: %d, capacity: %d";
    if (desired.memory() > allocatable.memory()) {
      return Optional.of(text.formatted("memory", desired.memory(), allocatable.memory()));
    }
    if (desired.cpuMillis() > allocatable.cpuMillis()) {
      return Optional.of(text.formatted("cpu", desired.cpuMillis(), allocatable.cpuMillis()));
    }
    return Optional.empty();
  }

  /** Accepts the deferred resizes that fit now, in their order; why not this one, else. */
  private Optional<Rejection> tryResize(NodeFacts node, Pod pod, PodResources current) {
    var woken = new ArrayList<ObjectKey>();
    try {
      lock.lock();
      try {
        Ledger ledger = ledger(node.name());
        Tenant tenant = tenant(ledger, pod, current);
        tenant.deferred = pod;
        if (tenant.deferredAt.equals(Instant.MAX)) {
          tenant.deferredAt = clock.now();
        }
        accept(ledger, node, woken);
        woken.remove(tenant.key);
        if (tenant.deferred == null) {
          return Optional.empty();
        }
        return ledger.check(node, pod).rejection();
      } finally {
        lock.unlock();
      }
    } finally {
      woken.forEach(wake);
    }
  }

  private static Tenant tenant(Ledger ledger, Pod pod, PodResources current) {
    Tenant known = ledger.tenants.get(pod.getMetadata().getUid());
    if (known != null) {
      return known;
    }
    var tenant = new Tenant(pod, Amounts.ofSpec(current.applyTo(pod)));
    ledger.add(tenant);
    return tenant;
  }

  private static void accept(Ledger ledger, NodeFacts node, List<ObjectKey> woken) {
    List<Tenant> waiting =
        ledger.tenants.values().stream()
            .filter(tenant -> tenant.deferred != null)
            .sorted(Tenant.RESIZE_ORDER)
            .toList();
    for (Tenant tenant : waiting) {
      Pod pod = tenant.deferred;
      if (pod != null && ledger.check(node, pod).rejection().isEmpty()) {
        ledger.resize(tenant, Amounts.ofSpec(pod));
        tenant.deferred = null;
        tenant.deferredAt = Instant.MAX;
        woken.add(tenant.key);
      }
    }
  }

  /** The pod keeps what it has been given: there is no resize, or not any more. */
  public void keep(NodeFacts node, Pod pod, PodResources current) {
    var woken = new ArrayList<ObjectKey>();
    lock.lock();
    try {
      Ledger ledger = nodes.get(node.name());
      Tenant tenant = ledger == null ? null : ledger.tenants.get(pod.getMetadata().getUid());
      if (ledger != null && tenant != null) {
        tenant.deferred = null;
        tenant.deferredAt = Instant.MAX;
        ledger.resize(tenant, Amounts.ofSpec(current.applyTo(pod)));
        accept(ledger, node, woken);
      }
    } finally {
      lock.unlock();
    }
    woken.forEach(wake);
  }

  /** A pod has ended or been deleted; pods that wait for its resources are reconciled again. */
  public void release(String node, String uid) {
    var woken = new ArrayList<ObjectKey>();
    lock.lock();
    try {
      Ledger ledger = nodes.get(node);
      if (ledger != null) {
        release(ledger, uid, woken);
      }
    } finally {
      lock.unlock();
    }
    woken.forEach(wake);
  }

  private static void release(Ledger ledger, String uid, List<ObjectKey> woken) {
    if (ledger.remove(uid) == null) {
      return;
    }
    for (Tenant tenant : ledger.tenants.values()) {
      if (tenant.deferred != null || (tenant.awaits.remove(uid) && tenant.awaits.isEmpty())) {
        woken.add(tenant.key);
      }
    }
  }

  /** A node has been deleted. */
  public void forget(String node) {
    lock.lock();
    try {
      nodes.remove(node);
    } finally {
      lock.unlock();
    }
  }

  private Ledger ledger(String node) {
    return nodes.computeIfAbsent(node, _ -> new Ledger());
  }

  private void load(String node) throws ApiException {
    lock.lock();
    try {
      if (nodes.containsKey(node)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    var loaded = new Ledger();
    for (Pod pod : pods.list(node)) {
      if (isAdmitted(pod) && !PodPlan.hasEnded(pod)) {
        PodResources given = PodLife.resume(pod, clock.now()).resources();
        loaded.add(new Tenant(pod, Amounts.ofSpec(given.applyTo(pod))));
      }
    }
    lock.lock();
    try {
      nodes.putIfAbsent(node, loaded);
    } finally {
      lock.unlock();
    }
  }

  /** The cache may know of the end of pods whose reconciliation is still to come. */
  private boolean forgetEnded(String node) throws ApiException {
    List<Tenant> all;
    lock.lock();
    try {
      all = List.copyOf(ledger(node).tenants.values());
    } finally {
      lock.unlock();
    }
    boolean any = false;
    for (Tenant tenant : all) {
      Optional<Pod> pod =
          client
              .get(Pod.class, tenant.key)
              .filter(p -> p.getMetadata().getUid().equals(tenant.uid) && !PodPlan.hasEnded(p));
      if (pod.isEmpty()) {
        release(node, tenant.uid);
        any = true;
      }
    }
    return any;
  }
}
