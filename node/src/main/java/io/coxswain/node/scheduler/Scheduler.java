package io.coxswain.node.scheduler;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Pass;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Gives each pending pod a node. */
public final class Scheduler {
  private static final String NAME = "default-scheduler";
  private static final String PENDING = "scheduler/pending";
  private static final String BOUND = "scheduler/bound";
  private static final String YES = "yes";

  private final Client client;
  private final Recorder recorder;

  /** Bindings that the cache may not show yet, by pod UID. Used by the one worker alone. */
  private final Map<String, BoundPod> assumed = new TreeMap<>();

  private Scheduler(Manager manager) {
    this.client = manager.client().fieldOwner("kube-scheduler");
    this.recorder = manager.recorder(NAME);
  }

  /** Adds the scheduler to the manager. */
  public static void register(Manager manager) {
    var scheduler = new Scheduler(manager);
    manager.index(Pod.class, PENDING, pod -> isPending(pod) ? List.of(YES) : List.of());
    manager.index(Pod.class, BOUND, pod -> takesRoom(pod) ? List.of(YES) : List.of());
    manager
        .controller("scheduler")
        .kind(Pod.class)
        .watch(Pod.class, pods -> pods.self().when(event -> isPending(event.object())))
        .watch(Pod.class, pods -> pods.mapTo(Scheduler::pending).when(Scheduler::freesRoom))
        .watch(Node.class, nodes -> nodes.mapTo(Scheduler::pending).when(Scheduler::mayFitMore))
        // One at a time: each placement counts on the ones before it.
        .workers(1)
        .reconcile(scheduler::reconcile);
  }

  private Outcome reconcile(ObjectKey key, Pass pass) throws ApiException {
    Pod pod = client.get(Pod.class, key).orElse(null);
    if (pod == null || !isPending(pod) || assumed.containsKey(pod.getMetadata().getUid())) {
      return Outcome.done();
    }
    List<Node> nodes = client.list(Node.class).toList();
    switch (Placement.choose(pod, nodes, bound())) {
      case Placement.On(String node) -> bind(pod, node);
      case Placement.Nowhere(String message) -> {
        try {
          explain(pod, message, pass);
        } catch (ApiException.Conflict e) {
          return Outcome.again(); // the pod has changed since: look at it as it is now
        }
      }
    }
    return Outcome.done();
  }

  /** The pods that take room now: those the cache shows, and those bound a moment ago. */
  private List<BoundPod> bound() throws ApiException {
    var all = new ArrayList<BoundPod>();
    for (Pod pod : client.list(Pod.class).by(BOUND, YES).toList()) {
      assumed.remove(pod.getMetadata().getUid());
      all.add(BoundPod.of(pod, pod.getSpec().getNodeName()));
    }
    // A pod that was bound and then went before the cache showed it bound is no longer pending.
    List<String> pending =
        client.list(Pod.class).by(PENDING, YES).toList().stream()
            .map(pod -> pod.getMetadata().getUid())
            .toList();
    assumed.keySet().retainAll(pending);
    all.addAll(assumed.values());
    return all;
  }

  private void bind(Pod pod, String node) throws ApiException {
    ObjectKey key = ObjectKey.of(pod);
    Binding binding =
        new BindingBuilder()
            .withNewMetadata()
            .withNamespace(key.namespace())
            .withName(key.name())
            .withUid(pod.getMetadata().getUid())
            .endMetadata()
            .withNewTarget()
            .withApiVersion("v1")
            .withKind("Node")
            .withName(node)
            .endTarget()
            .build();
    try {
      client.createSubresource(pod, "binding", binding);
    } catch (ApiException.NotFound | ApiException.Conflict e) {
      return; // deleted, bound or replaced meanwhile: the cache will tell
    }
    assumed.put(pod.getMetadata().getUid(), BoundPod.of(pod, node));
    recorder.normal(
        pod, "Scheduled", "Successfully assigned %s/%s to %s", key.namespace(), key.name(), node);
  }

  private void explain(Pod pod, String message, Pass pass) throws ApiException {
    boolean known =
        pod.getStatus() != null
            && pod.getStatus().getConditions().stream()
                .anyMatch(
                    c -> c.getType().equals("PodScheduled") && message.equals(c.getMessage()));
    if (known) {
      return;
    }
    recorder.warning(pod, "FailedScheduling", "%s", message);
    PodCondition condition =
        new PodConditionBuilder()
            .withType("PodScheduled")
            .withStatus("False")
            .withReason("Unschedulable")
            .withMessage(message)
            .withLastTransitionTime(pass.now().truncatedTo(ChronoUnit.SECONDS).toString())
            .build();
    client.patchStatus(
        pod,
        p -> {
          p.getStatus().getConditions().removeIf(c -> c.getType().equals("PodScheduled"));
          p.getStatus().getConditions().add(condition);
        });
  }

  private static boolean isPending(Pod pod) {
    return isUnset(pod.getSpec().getNodeName())
        && NAME.equals(orDefault(pod.getSpec().getSchedulerName()))
        && pod.getSpec().getSchedulingGates().isEmpty()
        && pod.getMetadata().getDeletionTimestamp() == null
        && !hasEnded(pod);
  }

  private static boolean takesRoom(Pod pod) {
    return !isUnset(pod.getSpec().getNodeName()) && !hasEnded(pod);
  }

  private static boolean hasEnded(Pod pod) {
    String phase = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  private static boolean freesRoom(Event<Pod> event) {
    return switch (event) {
      case Event.Created<Pod> _ -> false;
      case Event.Updated<Pod>(Pod old, Pod now) -> takesRoom(old) && !takesRoom(now);
      case Event.Deleted<Pod>(Pod pod, _) -> takesRoom(pod);
    };
  }

  /** A heartbeat makes no room; anything else might. */
  private static boolean mayFitMore(Event<Node> event) {
    return switch (event) {
      case Event.Created<Node> _ -> true;
      case Event.Updated<Node>(Node old, Node now) -> !shape(old).equals(shape(now));
      case Event.Deleted<Node> _ -> false;
    };
  }

  private static List<Object> shape(Node node) {
    if (node.getStatus() == null) {
      return List.of(node.getSpec());
    }
    return List.of(
        node.getSpec(),
        new TreeMap<>(node.getMetadata().getLabels()),
        node.getStatus().getAllocatable(),
        node.getStatus().getConditions().stream().map(c -> c.getType() + c.getStatus()).toList());
  }

  private static <T> Collection<ObjectKey> pending(T changed, Client client) throws ApiException {
    return client.list(Pod.class).by(PENDING, YES).keys();
  }

  private static boolean isUnset(@Nullable String text) {
    return text == null || text.isEmpty();
  }

  private static String orDefault(@Nullable String schedulerName) {
    return schedulerName == null || schedulerName.isEmpty() ? NAME : schedulerName;
  }
}
