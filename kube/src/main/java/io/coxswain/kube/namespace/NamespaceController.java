package io.coxswain.kube.namespace;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Wires the namespace controller. */
public final class NamespaceController {
  private static final String FIELD_OWNER = "kube-controller-manager";
  private static final int WORKERS = 10;

  /** Creations that were let in before the deletion may still be under way. */
  private static final Duration LANDING = Duration.ofSeconds(5);

  private final AtomicReference<@Nullable Controller<ObjectKey>> controller =
      new AtomicReference<>();

  private NamespaceController() {}

  public static void register(Manager manager) {
    register(manager, WORKERS);
  }

  public static void register(Manager manager, int workers) {
    new NamespaceController().wire(manager, workers);
  }

  private void wire(Manager manager, int workers) {
    controller.set(
        manager
            .controller("namespace")
            .kind(Namespace.class)
            .workers(workers)
            .backOff(Duration.ofMillis(5), Duration.ofMinutes(1))
            .watch(Namespace.class, watch -> watch.mapTo((n, c) -> List.of()).when(this::later))
            .reconcile(
                new NamespaceReconciler(
                    manager.client().fieldOwner(FIELD_OWNER),
                    new NamespaceFinalizer(manager.env().api(), FIELD_OWNER))));
  }

  private boolean later(Event<Namespace> event) {
    boolean deleting = event.object().getMetadata().getDeletionTimestamp() != null;
    if (deleting && !(event instanceof Event.Deleted<Namespace>)) {
      Objects.requireNonNull(controller.get(), "an event before the controller was wired")
          .enqueueAfter(ObjectKey.of(event.object()), LANDING);
    }
    return false;
  }
}
