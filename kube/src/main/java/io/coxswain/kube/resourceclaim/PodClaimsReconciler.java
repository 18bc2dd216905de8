package io.coxswain.kube.resourceclaim;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.PodClaims;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Creates the claims of a pod, records them in its status and reserves them for it. */
final class PodClaimsReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("resourceclaim-controller");

  private final Client client;
  private final Client status;
  private final Recorder events;
  private final ResourceClaimOptions options;
  private final ResourceClaimMetrics metrics;

  PodClaimsReconciler(
      Client client, Recorder events, ResourceClaimOptions options, ResourceClaimMetrics metrics) {
    this.metrics = metrics;
    this.client = client;
    this.status = client.fieldOwner("ResourceClaimController");
    this.events = events;
    this.options = options;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> found = client.get(Pod.class, key);
    if (found.isEmpty() || PodClaims.of(found.get()).isEmpty()) {
      return Outcome.done();
    }
    Pod pod = found.get();
    PodClaimsPlan plan = PodClaimsPlan.of(pod, known(pod), owned(pod));
    SortedMap<String, String> made = create(pod, plan);
    if (plan.untold() || made.size() > plan.made().size()) {
      writeStatus(pod, made);
    }
    for (ResourceClaim claim : plan.toReserve()) {
      reserve(claim, pod);
    }
    return Outcome.done();
  }

  // ---- observe

  private SortedMap<String, ResourceClaim> known(Pod pod) throws ApiException {
    var known = new TreeMap<String, ResourceClaim>();
    for (ObjectKey each : PodClaims.keys(pod)) {
      client.get(ResourceClaim.class, each).ifPresent(claim -> known.put(each.name(), claim));
    }
    return known;
  }

  private List<ResourceClaim> owned(Pod pod) throws ApiException {
    return client
        .list(ResourceClaim.class)
        .in(pod.getMetadata().getNamespace())
        .controlledBy(pod)
        .toList();
  }

  // ---- apply

  /** All claims from templates, including new ones, by entry name. */
  private SortedMap<String, String> create(Pod pod, PodClaimsPlan plan) throws ApiException {
    var made = new TreeMap<>(plan.made());
    for (PodResourceClaim entry : plan.missing()) {
      try {
        ResourceClaim wanted = claim(pod, entry);
        ResourceClaim claim = create(wanted);
        log.info(4, "Created ResourceClaim", "claim", claim, "pod", pod);
        made.put(entry.getName(), claim.getMetadata().getName());
      } catch (ApiException e) {
        if (SlowStart.namespaceEnds(e)) {
          return made;
        }
        fail(pod, entry, "create ResourceClaim: " + e.getMessage());
        throw e;
      } catch (RefusedException e) {
        fail(pod, entry, String.valueOf(e.getMessage()));
        throw e;
      }
    }
    return made;
  }

  private ResourceClaim create(ResourceClaim wanted) throws ApiException {
    try {
      ResourceClaim claim = client.create(wanted);
      metrics.created(claim);
      return claim;
    } catch (ApiException e) {
      metrics.notCreated(ResourceClaimMetrics.hasAdminAccess(wanted));
      throw e;
    }
  }

  private ResourceClaim claim(Pod pod, PodResourceClaim entry) throws ApiException {
    String name = entry.getResourceClaimTemplateName();
    ResourceClaimTemplate template =
        client
            .get(ResourceClaimTemplate.class, ObjectKey.of(pod).sibling(name))
            .orElseThrow(
                () ->
                    new RefusedException(
                        "resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not found"
                            .formatted(name, name)));
    if (!options.adminAccess() && ClaimTemplates.asksForAdminAccess(template)) {
      throw new RefusedException("admin access is requested, but the feature is disabled");
    }
    if (!options.prioritizedList() && ClaimTemplates.hasPrioritizedList(template)) {
      throw new RefusedException(
          "template includes a prioritized list of subrequests, but the feature is disabled");
    }
    return ClaimTemplates.claim(pod, entry.getName(), template);
  }

  private void fail(Pod pod, PodResourceClaim entry, String why) {
    events.warning(
        pod, "FailedResourceClaimCreation", "PodResourceClaim %s: %s", entry.getName(), why);
  }

  /** Applies all entries: an entry missing from a later apply would be removed. */
  private void writeStatus(Pod pod, SortedMap<String, String> made) throws ApiException {
    var statuses = new ArrayList<PodResourceClaimStatus>();
    made.forEach(
        (entry, claim) ->
            statuses.add(
                new PodResourceClaimStatusBuilder()
                    .withName(entry)
                    .withResourceClaimName(claim)
                    .build()));
    status.applyStatus(
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(pod.getMetadata().getNamespace())
            .withName(pod.getMetadata().getName())
            .withUid(
                pod.getMetadata().getUid()) // another pod with the same name has its own claims
            .endMetadata()
            .withNewStatus()
            .withResourceClaimStatuses(statuses)
            .endStatus()
            .build());
  }

  private void reserve(ResourceClaim claim, Pod pod) throws ApiException {
    client.patchStatus(
        claim,
        copy -> {
          var users = new ArrayList<>(ResourceClaimPlan.users(copy));
          users.add(
              new ResourceClaimConsumerReferenceBuilder()
                  .withResource("pods")
                  .withName(pod.getMetadata().getName())
                  .withUid(pod.getMetadata().getUid())
                  .build());
          copy.getStatus().setReservedFor(users);
        });
  }

  /** A template that cannot be used with the current feature gates. */
  private static final class RefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
      super(message);
    }
  }
}
