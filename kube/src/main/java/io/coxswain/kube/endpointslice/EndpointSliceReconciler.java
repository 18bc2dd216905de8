package io.coxswain.kube.endpointslice;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.kube.services.EndpointSliceTracker;
import io.coxswain.kube.services.PodFacts;
import io.coxswain.kube.services.PortSet;
import io.coxswain.kube.services.ServicePodIndex;
import io.coxswain.kube.services.Services;
import io.coxswain.kube.services.TriggerTimes;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Maintains the EndpointSlices of one service. */
final class EndpointSliceReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder events;
  private final ServicePodIndex backends;
  private final NodeZoneTable nodes;
  private final TopologyHints topology;
  private final EndpointSliceTracker written;
  private final EndpointSliceMetrics metrics;
  private final int max;
  private final TriggerTimes triggers = new TriggerTimes();

  EndpointSliceReconciler(
      Client client,
      Recorder events,
      ServicePodIndex backends,
      NodeZoneTable nodes,
      TopologyHints topology,
      EndpointSliceTracker written,
      EndpointSliceMetrics metrics,
      int max) {
    this.client = client;
    this.events = events;
    this.backends = backends;
    this.nodes = nodes;
    this.topology = topology;
    this.written = written;
    this.metrics = metrics;
    this.max = max;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    boolean success = false;
    try {
      Outcome outcome = reconcileService(key, pass);
      success = outcome instanceof Outcome.Done;
      return outcome;
    } finally {
      metrics.synced(success);
    }
  }

  private Outcome reconcileService(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Service> found = client.get(Service.class, key);
    if (found.isEmpty()) {
      triggers.forget(key);
      metrics.forget(key);
      EndpointFactory.FAMILIES.forEach(family -> topology.forget(key, family));
      return Outcome.done();
    }
    if (!Services.isOurs(found.get())) {
      return Outcome.done();
    }
    return keep(found.get(), pass);
  }

  private Outcome keep(Service service, Reconciliation pass) throws ApiException {
    List<PodFacts> pods = backends.of(service);
    List<EndpointSlice> existing = new ArrayList<>(slices(service));
    existing.removeIf(slice -> slice.getMetadata().getDeletionTimestamp() != null);
    Optional<Instant> trigger = triggers.next(service, pods);

    var troubles = new LinkedHashSet<String>();
    ApiException failure = null;
    List<String> families = EndpointFactory.families(service);
    for (String family : families) {
      var made = new EndpointFactory(service, nodes).make(pods, family);
      troubles.addAll(made.skipped());
      var same = existing.stream().filter(s -> family.equals(s.getAddressType())).toList();
      SlicePlan unhinted = SlicePlan.of(service, same, made.byPorts(), max);
      metrics.planned(service, family, unhinted, made.byPorts());
      SlicePlan plan = hinted(unhinted, service, family);
      try {
        apply(plan.reusing(service), service, family, trigger);
      } catch (Trouble e) {
        troubles.add(e.message);
        failure = e.cause;
      }
    }
    for (EndpointSlice slice : existing) {
      if (!families.contains(slice.getAddressType())) {
        topology.forget(ObjectKey.of(service), slice.getAddressType());
        try {
          delete(slice, service, "error deleting %s EndpointSlice for Service %s/%s: %s");
        } catch (Trouble e) {
          troubles.add(e.message);
          failure = e.cause;
        }
      }
    }
    return report(service, troubles, failure, pass);
  }

  private List<EndpointSlice> slices(Service service) throws ApiException {
    return client
        .list(EndpointSlice.class)
        .in(service.getMetadata().getNamespace())
        .labels(SliceLabels.of(service))
        .toList();
  }

  // ---- plan

  private SlicePlan hinted(SlicePlan plan, Service service, String family) {
    ObjectKey key = ObjectKey.of(service);
    if (TopologyHints.areWanted(Services.annotations(service))) {
      TopologyHints.Result result = topology.applyTo(plan, key, family);
      recordEvent(service, family, result.news());
      return result.plan();
    }
    if (topology.forget(key, family)) {
      recordEvent(
          service, family, new TopologyHints.News(false, "Topology Aware Hints has been disabled"));
    }
    ClosenessHints closeness = ClosenessHints.of(service);
    return closeness == null ? Hints.removedFrom(plan) : closeness.applyTo(plan);
  }

  private void recordEvent(Service service, String family, TopologyHints.@Nullable News news) {
    if (news == null) {
      return;
    }
    if (news.good()) {
      events.normal(
          service, "TopologyAwareHintsEnabled", "%s, addressType: %s", news.message(), family);
    } else {
      events.warning(
          service, "TopologyAwareHintsDisabled", "%s, addressType: %s", news.message(), family);
    }
  }

  // ---- apply

  /** A failed write, with the message for the event. */
  private static final class Trouble extends Exception {
    private final String message;
    private final ApiException cause;

    Trouble(String message, ApiException cause) {
      super(message, cause);
      this.message = message;
      this.cause = cause;
    }
  }

  private void apply(SlicePlan plan, Service service, String family, Optional<Instant> trigger)
      throws Trouble {
    // Creates no slices for a service that is being deleted, which would race with the garbage
    // collector.
    if (service.getMetadata().getDeletionTimestamp() == null) {
      for (SliceDraft draft : plan.create()) {
        if (!create(draft, service, family, trigger)) {
          return;
        }
      }
    }
    for (SliceDraft draft : plan.update()) {
      update(draft, service, trigger);
    }
    for (EndpointSlice slice : plan.delete()) {
      delete(slice, service, "failed to delete %s EndpointSlice for Service %s/%s: %s");
    }
    metrics.applied(service, plan);
  }

  /** Returns false if the namespace is being deleted. */
  private boolean create(
      SliceDraft draft, Service service, String family, Optional<Instant> trigger) throws Trouble {
    var annotations = new TreeMap<String, String>();
    TriggerTimes.mark(annotations, trigger);
    EndpointSlice slice =
        new EndpointSliceBuilder()
            .withNewMetadata()
            .withNamespace(service.getMetadata().getNamespace())
            .withGenerateName(Services.slicePrefix(service.getMetadata().getName()))
            .withLabels(draft.labels())
            .withAnnotations(annotations)
            .withOwnerReferences(Owners.controlledBy(service))
            .endMetadata()
            .withAddressType(family)
            .withPorts(draft.ports().toApi())
            .withEndpoints(draft.endpoints())
            .build();
    try {
      written.wrote(client.create(slice));
      metrics.created();
      return true;
    } catch (ApiException e) {
      if (SlowStart.namespaceEnds(e)) {
        return false;
      }
      throw new Trouble(
          "failed to create EndpointSlice for Service %s/%s: %s"
              .formatted(
                  service.getMetadata().getNamespace(),
                  service.getMetadata().getName(),
                  e.getMessage()),
          e);
    }
  }

  private void update(SliceDraft draft, Service service, Optional<Instant> trigger) throws Trouble {
    EndpointSlice seen = Objects.requireNonNull(draft.seen());
    try {
      written.wrote(client.patch(seen, slice -> edit(slice, draft, trigger)));
      metrics.updated();
    } catch (ApiException e) {
      throw trouble("failed to update %s EndpointSlice for Service %s/%s: %s", seen, service, e);
    }
  }

  private static void edit(EndpointSlice slice, SliceDraft draft, Optional<Instant> trigger) {
    Map<String, String> old = slice.getMetadata().getAnnotations();
    var annotations = new TreeMap<String, String>();
    if (old != null && !draft.isNew()) {
      annotations.putAll(old);
    }
    TriggerTimes.mark(annotations, trigger);
    slice.getMetadata().setAnnotations(annotations);
    slice.getMetadata().setLabels(draft.labels());
    slice.setEndpoints(draft.endpoints());
    if (!PortSet.of(slice).equals(draft.ports())) {
      slice.setPorts(draft.ports().toApi());
    }
  }

  private void delete(EndpointSlice slice, Service service, String complaint) throws Trouble {
    try {
      written.deleted(slice);
      client.delete(slice, Deletion.byDefault());
      metrics.deleted();
    } catch (ApiException e) {
      throw trouble(complaint, slice, service, e);
    }
  }

  private static Trouble trouble(
      String complaint, EndpointSlice slice, Service service, ApiException e) {
    return new Trouble(
        complaint.formatted(
            slice.getMetadata().getName(),
            service.getMetadata().getNamespace(),
            service.getMetadata().getName(),
            e.getMessage()),
        e);
  }

  private Outcome report(
      Service service,
      SequencedSet<String> troubles,
      @Nullable ApiException failure,
      Reconciliation pass)
      throws ApiException {
    if (troubles.isEmpty()) {
      return Outcome.done();
    }
    events.warning(
        service,
        "FailedToUpdateEndpointSlices",
        "Error updating Endpoint Slices for Service %s/%s: %s",
        service.getMetadata().getNamespace(),
        service.getMetadata().getName(),
        troubles.size() == 1 ? troubles.getFirst() : "[" + String.join(", ", troubles) + "]");
    if (failure != null) {
      throw failure;
    }
    pass.log()
        .atWarn()
        .addKeyValue("errors", troubles)
        .log("Skipped pods that cannot be converted to endpoints, will retry");
    return Outcome.again();
  }
}
