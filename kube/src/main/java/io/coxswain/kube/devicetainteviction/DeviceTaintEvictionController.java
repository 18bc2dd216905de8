package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodClaims;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Registers the device taint eviction controller, with one queue for pods and rules. */
public final class DeviceTaintEvictionController {
  private static final String NAME = "device-taint-eviction-controller";

  private DeviceTaintEvictionController() {}

  public static void register(Manager manager, DeviceTaintEvictionOptions options) {
    manager.index(ResourceClaim.class, ClaimedDevices.CLAIMS_BY_POOL, Allocations::pools);
    manager.index(
        ResourceSlice.class, ClaimedDevices.SLICES_BY_POOL, slice -> List.of(DevicePool.id(slice)));
    Client client = manager.client().fieldOwner(NAME);
    var devices = new ClaimedDevices(client, options.rules());
    var progress = new RuleProgress();
    ControllerBuilder<TaintSubject> controller =
        manager
            .controllerBy(TaintSubject.class, NAME)
            .kind(ResourceClaim.class)
            .workers(options.workers())
            .watch(
                Pod.class,
                watch ->
                    watch
                        .mapTo((pod, cache) -> List.of(new TaintSubject.OfPod(ObjectKey.of(pod))))
                        .when(DeviceTaintEvictionController::matters))
            .watch(ResourceClaim.class, watch -> watch.mapTo((claim, cache) -> pods(claim)))
            .watch(
                ResourceSlice.class,
                watch ->
                    watch
                        .mapTo(DeviceTaintEvictionController::users)
                        .when(DeviceTaintEvictionController::changesTheSpec));
    if (options.rules()) {
      controller.watch(
          DeviceTaintRule.class,
          watch ->
              watch
                  .mapTo(DeviceTaintEvictionController::ruleAndUsers)
                  .when(DeviceTaintEvictionController::changesTheRule));
    }
    var pods =
        new DeviceUserReconciler(
            client,
            manager.recorder(NAME),
            new DeviceTaintEvictionMetrics(manager.instruments()),
            devices,
            progress,
            controller.enqueuer());
    var rules = new TaintRuleReconciler(client, devices, progress);
    controller.reconcile(
        (subject, pass) ->
            switch (subject) {
              case TaintSubject.OfPod(ObjectKey key) -> pods.reconcile(key, pass);
              case TaintSubject.OfRule(ObjectKey key) -> rules.reconcile(key, pass);
            });
  }

  private static boolean matters(Event<Pod> event) {
    if (PodClaims.of(event.object()).isEmpty()) {
      return false;
    }
    return switch (event) {
      case Event.Created<Pod> created -> true;
      case Event.Deleted<Pod> deleted -> true;
      case Event.Updated<Pod>(Pod old, Pod now) ->
          !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
              || !Pods.node(old).equals(Pods.node(now))
              || Pods.isDeleting(old) != Pods.isDeleting(now)
              || !claims(old).equals(claims(now));
    };
  }

  private static List<PodResourceClaimStatus> claims(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getResourceClaimStatuses() == null
        ? List.of()
        : pod.getStatus().getResourceClaimStatuses();
  }

  private static List<TaintSubject> pods(ResourceClaim claim) {
    return Allocations.pods(claim).stream().<TaintSubject>map(TaintSubject.OfPod::new).toList();
  }

  private static List<TaintSubject> users(ResourceSlice slice, Reader cache) throws ApiException {
    return cache
        .list(ResourceClaim.class)
        .by(ClaimedDevices.CLAIMS_BY_POOL, DevicePool.id(slice))
        .toList()
        .stream()
        .flatMap(claim -> pods(claim).stream())
        .toList();
  }

  private static boolean changesTheSpec(Event<ResourceSlice> event) {
    return !(event instanceof Event.Updated<ResourceSlice>(ResourceSlice old, ResourceSlice now))
        || !Objects.equals(old.getSpec(), now.getSpec());
  }

  private static List<TaintSubject> ruleAndUsers(DeviceTaintRule rule, Reader cache)
      throws ApiException {
    var subjects = new ArrayList<TaintSubject>();
    subjects.add(new TaintSubject.OfRule(ObjectKey.of(rule)));
    if (TaintRules.evicts(rule)) {
      new ClaimedDevices(cache, true)
          .users(rule)
          .forEach(pod -> subjects.add(new TaintSubject.OfPod(pod)));
    }
    return subjects;
  }

  private static boolean changesTheRule(Event<DeviceTaintRule> event) {
    return !(event
            instanceof Event.Updated<DeviceTaintRule>(DeviceTaintRule old, DeviceTaintRule now))
        || !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
        || !Objects.equals(old.getSpec(), now.getSpec());
  }
}
