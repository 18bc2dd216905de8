package io.coxswain.kube.serviceaccount;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.List;

/** Registers the service account controller, whose keys are namespaces. */
public final class ServiceAccountController {
  private ServiceAccountController() {}

  public static void register(Manager manager) {
    manager
        .controller("serviceaccount")
        .kind(ServiceAccount.class)
        .watch(Namespace.class, watch -> watch.self())
        .watch(
            ServiceAccount.class,
            watch ->
                watch
                    .mapTo((a, c) -> List.of(ObjectKey.of(a.getMetadata().getNamespace())))
                    .only(EventType.DELETED))
        .reconcile(
            new ServiceAccountReconciler(manager.client().fieldOwner("kube-controller-manager")));
  }
}
