package io.coxswain.kube.endpointslicemirroring;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Clock;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.kube.services.EndpointSliceTracker;
import io.coxswain.kube.services.Services;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Maintains the mirrored slices of one Endpoints object. */
final class MirroringReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder events;
  private final EndpointSliceTracker written;
  private final MirroringMetrics metrics;
  private final Clock clock;
  private final int max;

  MirroringReconciler(
      Client client,
      Recorder events,
      EndpointSliceTracker written,
      MirroringMetrics metrics,
      Clock clock,
      int max) {
    this.metrics = metrics;
    this.clock = clock;
    this.client = client;
    this.events = events;
    this.written = written;
    this.max = max;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    long start = clock.nanos();
    try {
      return mirror(key);
    } finally {
      metrics.synced(Duration.ofNanos(clock.nanos() - start));
    }
  }

  private Outcome mirror(ObjectKey key) throws ApiException {
    Optional<Endpoints> endpoints = client.get(Endpoints.class, key);
    Optional<Service> service = client.get(Service.class, key);
    List<EndpointSlice> existing =
        client
            .list(EndpointSlice.class)
            .in(key.namespace())
            .labels(Mirrors.of(key.name()))
            .toList();
    if (endpoints.filter(Mirrors::areWanted).isEmpty()
        || service.filter(s -> !Services.hasSelector(s)).isEmpty()) {
      metrics.forget(key);
      for (EndpointSlice slice : existing) {
        delete(slice);
      }
      return Outcome.done();
    }
    MirrorPlan plan = MirrorPlan.of(endpoints.get(), existing, max);
    metrics.planned(key, plan);
    recordEvents(endpoints.get(), plan);
    apply(endpoints.get(), plan);
    return Outcome.done();
  }

  private void recordEvents(Endpoints endpoints, MirrorPlan plan) {
    if (plan.invalid() > 0) {
      events.warning(
          endpoints,
          "InvalidIPAddress",
          "Skipped %d invalid IP addresses when mirroring to EndpointSlices",
          plan.invalid());
    }
    if (plan.skipped() > plan.invalid()) {
      events.warning(
          endpoints,
          "TooManyAddressesToMirror",
          "A max of %d addresses can be mirrored to EndpointSlices per Endpoints subset. %d"
              + " addresses were skipped",
          max,
          plan.skipped());
    }
  }

  private void apply(Endpoints endpoints, MirrorPlan plan) throws ApiException {
    if (endpoints.getMetadata().getDeletionTimestamp() == null) {
      for (MirrorPlan.Mirror mirror : plan.create()) {
        if (!create(endpoints, mirror)) {
          return;
        }
      }
    }
    for (MirrorPlan.Change change : plan.update()) {
      written.wrote(client.patch(change.seen(), slice -> rewrite(slice, endpoints, change)));
      metrics.updated();
    }
    for (EndpointSlice slice : plan.delete()) {
      delete(slice);
    }
  }

  /** Returns false if the namespace is being deleted. */
  private boolean create(Endpoints endpoints, MirrorPlan.Mirror mirror) throws ApiException {
    String name = endpoints.getMetadata().getName();
    EndpointSlice slice =
        new EndpointSliceBuilder()
            .withNewMetadata()
            .withNamespace(endpoints.getMetadata().getNamespace())
            .withGenerateName(Services.slicePrefix(name))
            .endMetadata()
            .withAddressType(mirror.family())
            .build();
    write(slice, endpoints, mirror);
    try {
      written.wrote(client.create(slice));
      metrics.created();
      return true;
    } catch (ApiException e) {
      if (SlowStart.namespaceEnds(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Replaces everything except the name, as upstream. */
  private static void rewrite(EndpointSlice slice, Endpoints endpoints, MirrorPlan.Change change) {
    slice
        .getMetadata()
        .setGenerateName(
            change.recycled() ? Services.slicePrefix(endpoints.getMetadata().getName()) : null);
    write(slice, endpoints, change.mirror());
  }

  private static void write(EndpointSlice slice, Endpoints endpoints, MirrorPlan.Mirror mirror) {
    slice.getMetadata().setLabels(mirror.labels());
    slice.getMetadata().setAnnotations(mirror.annotations());
    slice.getMetadata().setOwnerReferences(List.of(Owners.controlledBy(endpoints)));
    slice.setPorts(mirror.ports().toApi());
    slice.setEndpoints(mirror.endpoints());
  }

  private void delete(EndpointSlice slice) throws ApiException {
    written.deleted(slice);
    client.delete(slice, Deletion.byDefault());
    metrics.deleted();
  }
}
