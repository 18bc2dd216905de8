package io.coxswain.kube.endpointslicemirroring;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.services.EndpointSliceTracker;
import io.coxswain.kube.services.Services;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.time.Duration;

/** Registers the EndpointSlice mirroring controller. */
public final class MirroringController {
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration MAX_RETRY = Duration.ofSeconds(100);

  private final EndpointSliceTracker written = new EndpointSliceTracker();

  private MirroringController() {}

  public static void register(Manager manager, MirroringOptions options) {
    new MirroringController().wire(manager, options);
  }

  private void wire(Manager manager, MirroringOptions options) {
    manager
        .controller("endpoint_slice_mirroring")
        .kind(Endpoints.class)
        .workers(options.workers())
        .backOff(FIRST_RETRY, MAX_RETRY)
        .watch(Endpoints.class, watch -> watch.self().when(MirroringController::mayBeMirrored))
        .watch(Service.class, watch -> watch.self().when(MirroringController::mayDecide))
        .watch(
            EndpointSlice.class,
            watch ->
                watch.handle(
                    (event, queue) -> enqueueOriginals(event, options.batchPeriod(), queue)))
        .reconcile(
            new MirroringReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("endpoint-slice-mirroring-controller"),
                written,
                new MirroringMetrics(manager.instruments()),
                manager.env().clock(),
                options.maxEndpointsPerSubset()));
  }

  private static boolean mayBeMirrored(Event<Endpoints> event) {
    return Mirrors.areWanted(event.object())
        || (event instanceof Event.Updated<Endpoints>(Endpoints old, Endpoints now)
            && Mirrors.areWanted(old));
  }

  private static boolean mayDecide(Event<Service> event) {
    return event instanceof Event.Updated<Service>(Service old, Service now)
        ? Services.hasSelector(old) != Services.hasSelector(now)
        : !Services.hasSelector(event.object());
  }

  private void enqueueOriginals(
      Event<EndpointSlice> event, Duration batchPeriod, Enqueuer<ObjectKey> queue) {
    if (!isChangedByOthers(event)) {
      return;
    }
    boolean initial = event instanceof Event.Created<EndpointSlice> created && created.initial();
    event.states().stream()
        .flatMap(slice -> Mirrors.original(slice).stream())
        .distinct()
        .forEach(key -> queue.addAfter(key, initial ? Duration.ZERO : batchPeriod));
  }

  private boolean isChangedByOthers(Event<EndpointSlice> event) {
    return switch (event) {
      case Event.Created<EndpointSlice>(EndpointSlice slice, boolean initial) ->
          Mirrors.isOne(slice) && written.isChangedByOthers(slice);
      case Event.Updated<EndpointSlice>(EndpointSlice old, EndpointSlice slice) ->
          !Mirrors.original(old).equals(Mirrors.original(slice))
              || Mirrors.isOne(old) != Mirrors.isOne(slice)
              || (Mirrors.isOne(slice) && written.isChangedByOthers(slice));
      case Event.Deleted<EndpointSlice>(EndpointSlice slice, boolean unknown) ->
          Mirrors.isOne(slice) && written.isForeignDeletion(slice);
    };
  }
}
