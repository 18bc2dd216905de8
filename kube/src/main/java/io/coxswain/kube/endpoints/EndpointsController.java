package io.coxswain.kube.endpoints;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.services.Backends;
import io.coxswain.kube.services.Services;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Wires the Endpoints controller. */
public final class EndpointsController {
  private final EndpointsOptions options;
  private final Backends backends = new Backends();
  private final AtomicReference<@Nullable Controller<ObjectKey>> controller =
      new AtomicReference<>();

  private EndpointsController(EndpointsOptions options) {
    this.options = options;
  }

  public static void register(Manager manager, EndpointsOptions options) {
    new EndpointsController(options).wire(manager);
  }

  private void wire(Manager manager) {
    controller.set(
        manager
            .controller("endpoint")
            .kind(Service.class)
            .workers(options.workers())
            .watch(Service.class, watch -> watch.self().when(this::noted))
            .watch(Pod.class, watch -> watch.mapTo((p, c) -> List.of()).when(this::podChanged))
            .watch(Endpoints.class, watch -> watch.self().when(EndpointsController::callsForAPass))
            .reconcile(
                new EndpointsReconciler(
                    manager.client().fieldOwner("kube-controller-manager"),
                    manager.recorder("endpoint-controller"),
                    backends)));
  }

  private boolean noted(Event<Service> event) {
    backends.noteService(event);
    return true;
  }

  private boolean podChanged(Event<Pod> event) {
    Controller<ObjectKey> queue =
        Objects.requireNonNull(controller.get(), "an event before the controller was wired");
    boolean initial = event instanceof Event.Created<Pod>(Pod pod, boolean first) && first;
    Duration delay = initial ? Duration.ZERO : options.batchPeriod();
    for (ObjectKey service : backends.notePod(event)) {
      if (delay.isZero()) {
        queue.enqueue(service);
      } else {
        queue.enqueueAfter(service, delay);
      }
    }
    return false;
  }

  /** At the start, to find those whose service is gone; then only when they are deleted. */
  private static boolean callsForAPass(Event<Endpoints> event) {
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
