package io.coxswain.node.scheduler;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Binds each pending pod to a node. One worker processes changes, object by object, and between
 * them schedules pending pods, so every decision sees all earlier ones.
 */
public final class Scheduler {
  /** The key of a cycle over the waiting pods, as opposed to an object that changed. */
  private static final ObjectKey ROUND = ObjectKey.of("", "*round");

  private static final ObjectKey VOLUMES = ObjectKey.of("", "*volumes");
  private static final ObjectKey GROUPS = ObjectKey.of("", "*groups");

  private final Client client;
  private final SchedulerOptions options;
  private final Bindings bindings;
  private final Enqueuer<ObjectKey> queue;

  private final ClusterView view = new ClusterView();
  private final Pending pending = new Pending();
  private final Map<ObjectKey, String> uids = new HashMap<>();

  /** Bound pods that the cache may not reflect yet, by UID. */
  private final Map<String, PodFacts> assumed = new TreeMap<>();

  /** Pods that have a node and wait for their volumes, by UID. */
  private final Map<String, SchedulingDecisions.Bind> reserved = new TreeMap<>();

  private boolean loaded;

  private Scheduler(Manager manager, SchedulerOptions options, Enqueuer<ObjectKey> queue) {
    this.queue = queue;
    this.client = manager.client().fieldOwner("kube-scheduler");
    this.options = options;
    this.bindings = new Bindings(client, manager.actionRecorder(options.names().getFirst()));
  }

  /** Adds the scheduler to the manager. */
  public static void register(Manager manager) {
    register(manager, SchedulerOptions.byDefault());
  }

  /** As {@link #register(Manager)}, with options. */
  public static void register(Manager manager, SchedulerOptions options) {
    ControllerBuilder<ObjectKey> builder = manager.controller("scheduler");
    var scheduler = new Scheduler(manager, options, builder.enqueuer());
    builder
        .kind(Pod.class)
        .watch(Pod.class, pods -> pods.self())
        .watch(Node.class, nodes -> nodes.self())
        .watch(PersistentVolumeClaim.class, c -> c.mapTo((o, r) -> List.of(VOLUMES)))
        .watch(PersistentVolume.class, v -> v.mapTo((o, r) -> List.of(VOLUMES)))
        .watch(StorageClass.class, s -> s.mapTo((o, r) -> List.of(VOLUMES)))
        .watchIfPresent(CoschedulingPodGroup.class, g -> g.mapTo((o, r) -> List.of(GROUPS)))
        .watchIfPresent(VolcanoPodGroup.class, g -> g.mapTo((o, r) -> List.of(GROUPS)))
        // One at a time: each placement counts on the ones before it.
        .workers(1)
        .reconcile(scheduler::reconcile);
  }

  private Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    if (!loaded) {
      load();
    }
    if (key.equals(ROUND)) {
      return round(pass);
    }
    if (key.equals(VOLUMES)) {
      finishReserved(pass);
      wake();
    } else if (key.equals(GROUPS)) {
      wake();
    } else if (key.namespace().isEmpty()) {
      nodeChanged(key);
    } else {
      podChanged(key);
    }
    return Outcome.done();
  }

  /** No pod is scheduled before all resource usage is known. */
  private void load() throws ApiException {
    for (Node node : client.list(Node.class).toList()) {
      view.put(node);
    }
    for (ObjectKey key : client.list(Pod.class).keys()) {
      podChanged(key);
    }
    loaded = true;
  }

  // ---- what changed ---------------------------------------------------------------------------

  private void nodeChanged(ObjectKey key) throws ApiException {
    Node node = client.get(Node.class, key).orElse(null);
    if (node == null) {
      view.removeNode(key.name());
      return;
    }
    Host known = view.host(key.name());
    List<Object> before = known == null ? List.of() : known.shape();
    view.put(node);
    Host now = view.host(key.name());
    if (now != null && !before.equals(now.shape())) {
      wake();
    }
  }

  private void podChanged(ObjectKey key) throws ApiException {
    Pod pod = client.get(Pod.class, key).orElse(null);
    String before = uids.get(key);
    if (before != null && (pod == null || !before.equals(pod.getMetadata().getUid()))) {
      forget(key, before);
    }
    if (pod == null) {
      return;
    }
    String uid = pod.getMetadata().getUid();
    if (hasEnded(pod)) {
      forget(key, uid);
      return;
    }
    boolean hasNode = !isUnset(pod.getSpec().getNodeName());
    if (!hasNode && !isOurs(pod)) {
      forget(key, uid); // gated, of another scheduler, or deleted before it had a node
      return;
    }
    uids.put(key, uid);
    PodFacts known = view.pod(uid);
    boolean settled = !assumed.containsKey(uid) && !reserved.containsKey(uid);
    if (hasNode && settled && known != null && known.holdOf(pod)) {
      return;
    }
    if (hasNode) {
      placed(PodFacts.of(pod, this::namespaceLabels));
    } else if (settled) {
      PodFacts facts = PodFacts.of(pod, this::namespaceLabels);
      view.promise(facts);
      if (pending.put(facts)) {
        queue.add(ROUND);
      }
    }
  }

  private void placed(PodFacts facts) {
    PodFacts known = view.pod(facts.uid());
    view.takeBack(facts.uid());
    pending.remove(facts.key());
    assumed.remove(facts.uid());
    reserved.remove(facts.uid());
    boolean same =
        known != null
            && known.node().equals(facts.node())
            && known.ending() == facts.ending()
            && known.shape().equals(facts.shape());
    if (same) {
      view.renew(facts);
      return;
    }
    view.place(facts);
    if (known == null || !known.shape().equals(facts.shape())) {
      wake(); // a pod with affinity to it may be pending
    }
  }

  private void forget(ObjectKey key, String uid) {
    uids.remove(key, uid);
    assumed.remove(uid);
    reserved.remove(uid);
    view.takeBack(uid);
    Pending.Waiting waiting = pending.find(key);
    if (waiting != null && waiting.facts().uid().equals(uid)) {
      pending.remove(key);
    }
    if (view.remove(uid) != null) {
      wake();
    }
  }

  private Map<String, Map<String, String>> namespaceLabels() {
    var labels = new TreeMap<String, Map<String, String>>();
    try {
      for (Namespace namespace : client.list(Namespace.class).toList()) {
        Map<String, String> own = namespace.getMetadata().getLabels();
        labels.put(namespace.getMetadata().getName(), own == null ? Map.of() : own);
      }
    } catch (ApiException e) {
      throw new IllegalStateException("failed to read namespaces: " + e.getMessage(), e);
    }
    return labels;
  }

  private void wake() {
    if (pending.wake()) {
      queue.add(ROUND);
    }
  }

  // ---- deciding -------------------------------------------------------------------------------

  private Outcome round(Reconciliation pass) throws ApiException {
    SchedulingDecisions verdicts =
        new SchedulingCycle(SchedulingContext.of(client), view, pending, pass.now()).decide();
    var failed = new ConcurrentLinkedQueue<PodFacts>();
    var untold = new ConcurrentLinkedQueue<PodFacts>();
    var inVain = new ConcurrentLinkedQueue<SchedulingDecisions.Preempt>();
    try (Reconciliation.Fork writes = pass.fork(16)) {
      for (SchedulingDecisions.Bind bind : verdicts.binds()) {
        boolean waits = !bind.volumes().open().isEmpty();
        if (waits) {
          reserved.put(bind.pod().uid(), bind);
        } else {
          assumed.put(bind.pod().uid(), bind.pod());
        }
        Host host = view.host(bind.pod().node());
        writes.run(
            () -> {
              boolean done =
                  (waits && host != null)
                      ? bindings.prepareVolumes(bind, host)
                      : bindings.bind(bind.pod());
              if (!done) {
                failed.add(bind.pod());
              }
            });
      }
      for (SchedulingDecisions.Preempt preempt : verdicts.preemptions()) {
        writes.run(
            () -> {
              if (!bindings.preempt(preempt, options.names().getFirst(), pass.now())) {
                inVain.add(preempt);
              }
            });
      }
      for (SchedulingDecisions.Unschedulable refusal : verdicts.refusals()) {
        writes.run(
            () -> {
              if (!bindings.explain(refusal.pod(), refusal.message(), "", pass.now())) {
                untold.add(refusal.pod());
              }
            });
      }
    }
    failed.forEach(pod -> takeBack(pod, pass));
    untold.forEach(this::tryAgain);
    inVain.forEach(this::takeBack);
    pending
        .next()
        .ifPresent(
            when -> {
              Duration delay = Duration.between(pass.now(), when);
              queue.addAfter(ROUND, when.isBefore(pass.now()) ? Duration.ZERO : delay);
            });
    return Outcome.done();
  }

  /** A pod that could not be bound is unchanged as far as known; the cache may contain more. */
  private void takeBack(PodFacts pod, Reconciliation pass) {
    if (assumed.remove(pod.uid()) == null && reserved.remove(pod.uid()) == null) {
      return;
    }
    view.remove(pod.uid());
    pending.put(pod.on(""));
    Pending.Waiting waiting = pending.find(pod.key());
    if (waiting != null) {
      waiting.failed(pass.now());
      waiting.again();
    }
  }

  /** Victims that could not be evicted are unchanged; the cache reports the others. */
  private void takeBack(SchedulingDecisions.Preempt preempt) {
    for (PodFacts victim : preempt.how().victims()) {
      if (view.pod(victim.uid()) != null) {
        view.place(victim);
      }
    }
    PodFacts pod = preempt.pod();
    view.takeBack(pod.uid());
    Pending.Waiting waiting = pending.find(pod.key());
    if (waiting != null) {
      waiting.facts(pod.nominatedFor(""));
      waiting.again();
    }
  }

  private void tryAgain(PodFacts pod) {
    Pending.Waiting waiting = pending.find(pod.key());
    if (waiting != null) {
      waiting.again();
    }
  }

  /** Binds the pods whose volumes are bound now. */
  private void finishReserved(Reconciliation pass) throws ApiException {
    for (SchedulingDecisions.Bind bind : new ArrayList<>(reserved.values())) {
      switch (bindings.volumesOf(bind)) {
        case READY -> {
          reserved.remove(bind.pod().uid());
          assumed.put(bind.pod().uid(), bind.pod());
          if (!bindings.bind(bind.pod())) {
            takeBack(bind.pod(), pass);
          }
        }
        case REFUSED -> takeBack(bind.pod(), pass);
        case COMING -> {}
      }
    }
  }

  // ---- whose pods -----------------------------------------------------------------------------

  private boolean isOurs(Pod pod) {
    String name = pod.getSpec().getSchedulerName();
    return options.names().contains(isUnset(name) ? "default-scheduler" : name)
        && pod.getSpec().getSchedulingGates().isEmpty()
        && pod.getMetadata().getDeletionTimestamp() == null;
  }

  private static boolean hasEnded(Pod pod) {
    String phase = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  private static boolean isUnset(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
