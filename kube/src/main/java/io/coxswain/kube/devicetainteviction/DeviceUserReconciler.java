package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.ApiException;
import io.coxswain.api.Conditions;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.devicetainteviction.AnnouncedEvictions.Announced;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Evicts a pod when its claims no longer tolerate the taints of their devices. */
final class DeviceUserReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("device-taint-eviction-controller");

  private static final String REASON = "DeviceTaintManagerEviction";

  private final Client client;
  private final Recorder events;
  private final DeviceTaintEvictionMetrics metrics;
  private final ClaimedDevices devices;
  private final RuleProgress progress;
  private final Enqueuer<TaintSubject> queue;
  private final AnnouncedEvictions announced = new AnnouncedEvictions();

  DeviceUserReconciler(
      Client client,
      Recorder events,
      DeviceTaintEvictionMetrics metrics,
      ClaimedDevices devices,
      RuleProgress progress,
      Enqueuer<TaintSubject> queue) {
    this.client = client;
    this.events = events;
    this.metrics = metrics;
    this.devices = devices;
    this.progress = progress;
    this.queue = queue;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key).filter(p -> !Pods.isDeleting(p));
    Optional<Announced> before = announced.find(key);
    if (before.isPresent() && !isOf(before.get(), pod)) {
      if (before.get().tried()) {
        count(before.get().eviction(), pass); // the response was lost
      }
      drop(key, before.get());
      before = Optional.empty();
    }
    if (pod.isEmpty()) {
      return Outcome.done();
    }
    Optional<DeviceEviction> eviction = devices.eviction(pod.get(), devices.evictingRules());
    if (eviction.isEmpty()) {
      before.ifPresent(a -> cancel(pod.get(), a, pass));
      return Outcome.done();
    }
    announce(pod.get(), eviction.get(), before);
    Duration left = Duration.between(pass.now(), eviction.get().when());
    if (left.isPositive()) {
      return Outcome.after(left);
    }
    evict(pod.get(), eviction.get(), pass);
    return Outcome.done();
  }

  private static boolean isOf(Announced announced, Optional<Pod> pod) {
    return pod.isPresent() && announced.uid().equals(pod.get().getMetadata().getUid());
  }

  private void announce(Pod pod, DeviceEviction eviction, Optional<Announced> before) {
    var now =
        new Announced(
            pod.getMetadata().getUid(), eviction, before.map(Announced::tried).orElse(false));
    announced.put(ObjectKey.of(pod), now);
    if (!before.map(Announced::rules).equals(Optional.of(now.rules()))) {
      updateLater(now.rules());
      before.ifPresent(a -> updateLater(a.rules()));
    }
  }

  private void cancel(Pod pod, Announced before, Reconciliation pass) {
    events.normal(reference(pod), REASON, "Cancelling deletion");
    pass.log().info("Canceled pod eviction");
    drop(ObjectKey.of(pod), before);
  }

  private void drop(ObjectKey pod, Announced before) {
    announced.remove(pod);
    updateLater(before.rules());
  }

  /** More pods may change soon. */
  private void updateLater(List<ObjectKey> rules) {
    rules.forEach(rule -> queue.addAfter(new TaintSubject.OfRule(rule), TaintRuleCondition.PERIOD));
  }

  private void evict(Pod seen, DeviceEviction eviction, Reconciliation pass) throws ApiException {
    ObjectKey key = ObjectKey.of(seen);
    Optional<Pod> pod =
        client
            .live()
            .get(Pod.class, key)
            .filter(p -> Objects.equals(p.getMetadata().getUid(), seen.getMetadata().getUid()))
            .filter(p -> !Pods.isDeleting(p));
    boolean tried = announced.find(key).map(Announced::tried).orElse(false);
    if (pod.isPresent()) {
      if (!tried) {
        events.normal(reference(seen), REASON, "Marking for deletion");
        announced.put(key, new Announced(seen.getMetadata().getUid(), eviction, true));
      }
      try {
        Pod marked = client.patchStatus(pod.get(), p -> mark(p, pass.now()));
        client.delete(marked, Deletion.byDefault());
        count(eviction, pass);
      } catch (ApiException.NotFound e) {
        pass.log().atDebug().addKeyValue("err", e.getMessage()).log("Pod has been deleted");
      }
    } else if (tried) {
      count(eviction, pass); // the response was lost
    }
    announced.find(key).ifPresent(a -> drop(key, a));
  }

  private void count(DeviceEviction eviction, Reconciliation pass) {
    Duration late = Duration.between(eviction.when(), pass.now());
    log.info(2, "Evicted pod by deleting it", "latency", late, "reason", eviction.reason());
    metrics.deleted(late);
    for (DeviceTaintRule rule : eviction.rules()) {
      progress.countEviction(rule);
    }
  }

  private static void mark(Pod pod, Instant now) {
    PodCondition target =
        new PodConditionBuilder()
            .withType("DisruptionTarget")
            .withStatus("True")
            .withReason("DeletionByDeviceTaintManager")
            .withMessage("Device Taint manager: deleting due to NoExecute taint")
            .withLastTransitionTime(Timestamps.format(now))
            .build();
    pod.getStatus().setConditions(Conditions.POD.with(pod.getStatus().getConditions(), target));
  }

  private static Pod reference(Pod pod) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .endMetadata()
        .build();
  }
}
