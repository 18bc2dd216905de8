package io.coxswain.kube.namespace;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Namespace;
import java.time.Duration;

/** Registers the namespace controller. */
public final class NamespaceController {
  private static final String FIELD_OWNER = "kube-controller-manager";
  private static final int WORKERS = 10;

  /** Delay for create requests that were admitted before the deletion and are still in progress. */
  private static final Duration DELETION_GRACE_PERIOD = Duration.ofSeconds(5);

  private NamespaceController() {}

  public static void register(Manager manager) {
    register(manager, WORKERS);
  }

  public static void register(Manager manager, int workers) {
    manager
        .controller("namespace")
        .kind(Namespace.class)
        .workers(workers)
        .backOff(Duration.ofMillis(5), Duration.ofMinutes(1))
        .watch(Namespace.class, watch -> watch.handle(NamespaceController::enqueueTerminating))
        .reconcile(
            new NamespaceReconciler(
                manager.client().fieldOwner(FIELD_OWNER),
                new NamespaceFinalizer(manager.env().api(), FIELD_OWNER)));
  }

  private static void enqueueTerminating(Event<Namespace> event, Enqueuer<ObjectKey> queue) {
    boolean terminating = event.object().getMetadata().getDeletionTimestamp() != null;
    if (terminating && !(event instanceof Event.Deleted<Namespace>)) {
      queue.addAfter(ObjectKey.of(event.object()), DELETION_GRACE_PERIOD);
    }
  }
}
