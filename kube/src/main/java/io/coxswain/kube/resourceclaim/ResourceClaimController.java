package io.coxswain.kube.resourceclaim;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodClaims;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Registers the resource claim controller, with one queue for pods and claims. */
public final class ResourceClaimController {
  private static final int WORKERS = 50;
  private static final String BY_CLAIM = "pod-resource-claim-index";
  private static final String BY_TEMPLATE = "pod-resource-claim-template-index";

  private ResourceClaimController() {}

  public static void register(Manager manager, ResourceClaimOptions options) {
    manager.index(
        Pod.class, BY_CLAIM, pod -> PodClaims.keys(pod).stream().map(ObjectKey::toString).toList());
    manager.index(
        Pod.class,
        BY_TEMPLATE,
        pod ->
            PodClaims.of(pod).stream()
                .map(entry -> entry.getResourceClaimTemplateName())
                .filter(Objects::nonNull)
                .distinct()
                .map(name -> ObjectKey.of(pod).sibling(name).toString())
                .toList());
    Client client = manager.client().fieldOwner("kube-controller-manager");
    Recorder events = manager.recorder("resource_claim");
    var pods =
        new PodClaimsReconciler(
            client, events, options, new ResourceClaimMetrics(manager.instruments(), client));
    var claims = new ResourceClaimReconciler(client);
    manager
        .controllerBy(Subject.class, "resource_claim")
        .kind(ResourceClaim.class)
        .workers(WORKERS)
        .watch(
            Pod.class,
            watch ->
                watch
                    .mapTo((pod, cache) -> List.of(new Subject.OfPod(ObjectKey.of(pod))))
                    .when(event -> PodClaims.has(event.object()) && wantsClaims(event)))
        .watch(
            Pod.class,
            watch ->
                watch
                    .mapTo((pod, cache) -> claimsOf(pod))
                    .when(event -> PodClaims.has(event.object()) && givesBack(event)))
        .watch(
            ResourceClaim.class, watch -> watch.mapTo((claim, cache) -> withItsPods(claim, cache)))
        .watch(
            ResourceClaimTemplate.class,
            watch ->
                watch
                    .mapTo((template, cache) -> podsBy(BY_TEMPLATE, template, cache))
                    .only(EventType.CREATED))
        .reconcile(
            (subject, pass) ->
                switch (subject) {
                  case Subject.OfPod(ObjectKey key) -> pods.reconcile(key, pass);
                  case Subject.OfClaim(ObjectKey key) -> claims.reconcile(key, pass);
                });
  }

  private static boolean wantsClaims(Event<Pod> event) {
    return !(event instanceof Event.Deleted<Pod>) && !Pods.isDeleting(event.object());
  }

  private static boolean givesBack(Event<Pod> event) {
    return event instanceof Event.Deleted<Pod> || PodClaims.isDone(event.object());
  }

  private static List<Subject> claimsOf(Pod pod) {
    return PodClaims.keys(pod).stream().<Subject>map(Subject.OfClaim::new).toList();
  }

  private static List<Subject> withItsPods(ResourceClaim claim, Reader cache) throws ApiException {
    var subjects = new ArrayList<Subject>();
    subjects.add(new Subject.OfClaim(ObjectKey.of(claim)));
    subjects.addAll(podsBy(BY_CLAIM, claim, cache));
    return subjects;
  }

  private static List<Subject> podsBy(String index, HasMetadata object, Reader cache)
      throws ApiException {
    return cache.list(Pod.class).by(index, ObjectKey.of(object).toString()).keys().stream()
        .<Subject>map(Subject.OfPod::new)
        .toList();
  }
}
