package io.coxswain.kube.tainteviction;

import io.coxswain.api.ApiException;
import io.coxswain.api.Conditions;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.Taints;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Evicts a pod when its toleration of the node's taints ends. */
final class TaintEvictionReconciler implements Reconciler<ObjectKey> {
  private static final String CONTROLLER = "taint-eviction-controller";
  private static final Klog log = Klog.of(CONTROLLER);

  private final Client client;
  private final Recorder events;
  private final TaintEvictionMetrics metrics;
  private final PendingEvictions stays = new PendingEvictions();

  TaintEvictionReconciler(Client client, Recorder events, TaintEvictionMetrics metrics) {
    this.client = client;
    this.events = events;
    this.metrics = metrics;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key);
    Optional<PendingEvictions.Stay> stay = stays.find(key);
    if (pod.isEmpty()) {
      log.info(4, "Noticed pod deletion", "pod", key);
      stay.ifPresent(s -> cancel(key, s));
      return Outcome.done();
    }
    if (stay.isPresent() && !stay.get().uid().equals(pod.get().getMetadata().getUid())) {
      cancel(key, stay.get());
      stay = Optional.empty();
    }
    if (stay.isPresent() && stay.get().announced()) {
      return evict(key, pod.get(), stay.get(), pass);
    }
    return follow(key, pod.get(), stay, pass);
  }

  private Outcome follow(
      ObjectKey key, Pod pod, Optional<PendingEvictions.Stay> stay, Reconciliation pass)
      throws ApiException {
    String uid = pod.getMetadata().getUid();
    Optional<Node> node = node(pod);
    if (node.isEmpty()) {
      // The timer of a pod keeps running after its node is deleted.
      return stay.isPresent() ? await(key, pod, stay.get(), pass) : Outcome.done();
    }
    switch (EvictionPlan.of(Taints.noExecute(node.get()), tolerations(pod))) {
      case EvictionPlan.Stay forEver -> {
        if (stay.isPresent()) {
          log.info(
              4,
              "Current tolerations for pod tolerate forever, cancelling any scheduled deletion",
              "pod",
              key);
          cancel(key, stay.get());
        }
        return Outcome.done();
      }
      case EvictionPlan.Go now -> {
        log.info(
            2,
            "Not all taints are tolerated after update for pod on node",
            "pod",
            key,
            "node",
            Pods.node(pod));
        stay.ifPresent(s -> cancel(key, s));
        return evict(key, pod, new PendingEvictions.Stay(uid, pass.now(), false, false), pass);
      }
      case EvictionPlan.StayFor(Duration time) -> {
        PendingEvictions.Stay running =
            stay.orElseGet(
                () -> new PendingEvictions.Stay(uid, pass.now().plus(time), false, false));
        stays.put(key, running);
        return await(key, pod, running, pass);
      }
    }
  }

  private Outcome await(ObjectKey key, Pod pod, PendingEvictions.Stay running, Reconciliation pass)
      throws ApiException {
    return pass.now().isBefore(running.until())
        ? Outcome.after(Duration.between(pass.now(), running.until()))
        : evict(key, pod, running, pass);
  }

  private Optional<Node> node(Pod pod) throws ApiException {
    String name = pod.getSpec().getNodeName();
    return name == null || name.isEmpty()
        ? Optional.empty()
        : client.get(Node.class, ObjectKey.of(name));
  }

  private static List<Toleration> tolerations(Pod pod) {
    List<Toleration> tolerations = pod.getSpec().getTolerations();
    return tolerations == null ? List.of() : tolerations;
  }

  private void cancel(ObjectKey key, PendingEvictions.Stay stay) {
    stays.remove(key);
    if (!stay.announced()) {
      events.normal(
          reference(key), "TaintManagerEviction", "Cancelling deletion of Pod %s", name(key));
    }
  }

  /** Recorded once; the eviction is then retried until it succeeds. */
  private Outcome evict(ObjectKey key, Pod seen, PendingEvictions.Stay stay, Reconciliation pass)
      throws ApiException {
    if (stay.evicted()) {
      return Outcome.done();
    }
    if (!stay.announced()) {
      log.info("Deleting pod", "controller", CONTROLLER, "pod", key);
      events.normal(
          reference(key), "TaintManagerEviction", "Marking for deletion Pod %s", name(key));
      stays.put(key, new PendingEvictions.Stay(stay.uid(), stay.until(), true, false));
    }
    Optional<Pod> pod =
        client
            .live()
            .get(Pod.class, key)
            .filter(p -> p.getMetadata().getUid().equals(seen.getMetadata().getUid()));
    if (pod.isPresent()) {
      try {
        Pod marked = client.patchStatus(pod.get(), p -> mark(p, pass.now()));
        if (marked.getMetadata().getDeletionTimestamp() == null) {
          client.delete(marked, Deletion.byDefault());
          metrics.deleted(Duration.between(stay.until(), pass.now()));
        }
      } catch (ApiException.NotFound e) {
        pass.log().atDebug().addKeyValue("err", e.getMessage()).log("Pod has been deleted");
      }
    }
    stays.put(key, new PendingEvictions.Stay(stay.uid(), stay.until(), true, true));
    return Outcome.done();
  }

  private static void mark(Pod pod, Instant now) {
    List<PodCondition> conditions = pod.getStatus().getConditions();
    PodCondition target =
        new PodConditionBuilder()
            .withType("DisruptionTarget")
            .withStatus("True")
            .withReason("DeletionByTaintManager")
            .withMessage("Taint manager: deleting due to NoExecute taint")
            .withObservedGeneration(pod.getMetadata().getGeneration())
            .withLastTransitionTime(Timestamps.format(now))
            .build();
    if (Conditions.POD
        .find(conditions, "DisruptionTarget")
        .filter(present -> says(present, target))
        .isEmpty()) {
      pod.getStatus().setConditions(Conditions.POD.with(conditions, target));
    }
  }

  private static boolean says(PodCondition one, PodCondition other) {
    return other.getStatus().equals(one.getStatus())
        && other.getReason().equals(one.getReason())
        && other.getMessage().equals(one.getMessage());
  }

  /** Upstream's events refer to the pod by name only. */
  private static Pod reference(ObjectKey key) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(key.namespace())
        .withName(key.name())
        .endMetadata()
        .build();
  }

  private static String name(ObjectKey key) {
    return key.namespace() + "/" + key.name();
  }
}
