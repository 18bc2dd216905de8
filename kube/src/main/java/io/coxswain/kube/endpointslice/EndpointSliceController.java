package io.coxswain.kube.endpointslice;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.services.EndpointSliceTracker;
import io.coxswain.kube.services.ServicePodIndex;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Registers the EndpointSlice controller. */
public final class EndpointSliceController {
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration MAX_RETRY = Duration.ofSeconds(1000);

  /** Batches changes of slices by other clients. */
  private static final Duration SLICE_DELAY = Duration.ofSeconds(1);

  private final EndpointSliceOptions options;
  private final ServicePodIndex backends = new ServicePodIndex();
  private final NodeZoneTable nodes = new NodeZoneTable();
  private final TopologyHints topology = new TopologyHints(nodes);
  private final EndpointSliceTracker written = new EndpointSliceTracker();

  private EndpointSliceController(EndpointSliceOptions options) {
    this.options = options;
  }

  public static void register(Manager manager, EndpointSliceOptions options) {
    new EndpointSliceController(options).wire(manager);
  }

  private void wire(Manager manager) {
    var reconciler =
        new EndpointSliceReconciler(
            manager.client().fieldOwner("kube-controller-manager"),
            manager.recorder("endpoint-slice-controller"),
            backends,
            nodes,
            topology,
            written,
            new EndpointSliceMetrics(manager.instruments(), options.maxEndpointsPerSlice()),
            options.maxEndpointsPerSlice());
    manager
        .controller("endpoint_slice")
        .kind(Service.class)
        .workers(options.workers())
        .backOff(FIRST_RETRY, MAX_RETRY)
        .watch(Service.class, watch -> watch.observe(backends::noteService).self())
        .watch(Pod.class, watch -> watch.handle(this::enqueueServicesOfPod))
        .watch(Node.class, watch -> watch.handle(this::enqueueOverloadedServices))
        .watch(EndpointSlice.class, watch -> watch.handle(this::enqueueServiceOfSlice))
        .reconcile(reconciler);
  }

  /** The affected services follow from the event, not from either state of the pod. */
  private void enqueueServicesOfPod(Event<Pod> event, Enqueuer<ObjectKey> queue) {
    boolean initial = event instanceof Event.Created<Pod>(Pod pod, boolean first) && first;
    Duration delay = initial ? Duration.ZERO : options.batchPeriod();
    backends.notePod(event).forEach(service -> queue.addAfter(service, delay));
  }

  private void enqueueOverloadedServices(Event<Node> event, Enqueuer<ObjectKey> queue) {
    if (nodes.note(event)) {
      queue.addAll(topology.overloaded());
    }
  }

  private void enqueueServiceOfSlice(Event<EndpointSlice> event, Enqueuer<ObjectKey> queue) {
    Duration delay =
        SLICE_DELAY.compareTo(options.batchPeriod()) > 0 ? SLICE_DELAY : options.batchPeriod();
    Collection<ObjectKey> services =
        switch (event) {
          case Event.Created<EndpointSlice>(EndpointSlice slice, boolean initial) ->
              !initial && SliceLabels.isOurs(slice) && written.isChangedByOthers(slice)
                  ? service(slice)
                  : List.of();
          case Event.Updated<EndpointSlice>(EndpointSlice old, EndpointSlice slice) ->
              concerned(old, slice);
          case Event.Deleted<EndpointSlice>(EndpointSlice slice, boolean unknown) ->
              SliceLabels.isOurs(slice) && written.isForeignDeletion(slice)
                  ? service(slice)
                  : List.of();
        };
    services.forEach(service -> queue.addAfter(service, delay));
  }

  private Collection<ObjectKey> concerned(EndpointSlice old, EndpointSlice slice) {
    if (!service(old).equals(service(slice))) {
      var both = new TreeSet<>(service(old));
      both.addAll(service(slice));
      return both;
    }
    boolean ours = SliceLabels.isOurs(slice);
    return ours != SliceLabels.isOurs(old) || (ours && written.isChangedByOthers(slice))
        ? service(slice)
        : List.of();
  }

  private static List<ObjectKey> service(EndpointSlice slice) {
    String name = SliceLabels.of(slice).get(SliceLabels.SERVICE);
    return name == null || name.isEmpty() ? List.of() : List.of(ObjectKey.of(slice).sibling(name));
  }
}
