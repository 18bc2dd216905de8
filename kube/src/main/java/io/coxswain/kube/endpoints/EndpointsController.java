package io.coxswain.kube.endpoints;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.services.ServicePodIndex;
import io.coxswain.kube.services.Services;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.Map;

/** Registers the Endpoints controller. */
public final class EndpointsController {
  private final EndpointsOptions options;
  private final ServicePodIndex backends = new ServicePodIndex();

  private EndpointsController(EndpointsOptions options) {
    this.options = options;
  }

  public static void register(Manager manager, EndpointsOptions options) {
    new EndpointsController(options).wire(manager);
  }

  private void wire(Manager manager) {
    manager
        .controller("endpoint")
        .kind(Service.class)
        .workers(options.workers())
        .watch(Service.class, watch -> watch.observe(backends::noteService).self())
        .watch(Pod.class, watch -> watch.handle(this::enqueueServicesOfPod))
        .watch(Endpoints.class, watch -> watch.self().when(EndpointsController::mayBeStale))
        .reconcile(
            new EndpointsReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("endpoint-controller"),
                backends));
  }

  private void enqueueServicesOfPod(Event<Pod> event, Enqueuer<ObjectKey> queue) {
    boolean initial = event instanceof Event.Created<Pod>(Pod pod, boolean first) && first;
    Duration delay = initial ? Duration.ZERO : options.batchPeriod();
    backends.notePod(event).forEach(service -> queue.addAfter(service, delay));
  }

  /** Whether the service may not exist: in the initial list, and after a deletion. */
  private static boolean mayBeStale(Event<Endpoints> event) {
    return switch (event) {
      case Event.Created<Endpoints>(Endpoints endpoints, boolean initial) ->
          initial && !electsALeader(endpoints);
      case Event.Updated<Endpoints> updated -> false;
      case Event.Deleted<Endpoints> deleted -> true;
    };
  }

  private static boolean electsALeader(Endpoints endpoints) {
    Map<String, String> annotations = endpoints.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(Services.LEADER);
  }
}
