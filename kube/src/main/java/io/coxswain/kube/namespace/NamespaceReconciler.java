package io.coxswain.kube.namespace;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import java.util.List;
import java.util.Optional;

/** Makes one sweep of a namespace that is being deleted. */
final class NamespaceReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("namespace-controller");

  private final Client client;
  private final NamespaceFinalizer finalizer;

  NamespaceReconciler(Client client, NamespaceFinalizer finalizer) {
    this.client = client;
    this.finalizer = finalizer;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Namespace> found = client.live().get(Namespace.class, key);
    if (found.isEmpty()) {
      log.info("Namespace has been deleted", "namespace", key);
    }
    if (found.isEmpty() || found.get().getMetadata().getDeletionTimestamp() == null) {
      return Outcome.done();
    }
    Namespace namespace = markTerminating(found.get());
    if (NamespaceFinalizer.isFinal(namespace)) {
      return Outcome.done();
    }
    NamespaceFindings findings = new NamespaceSweep(client, namespace, pass).run();
    NamespacePlan plan = NamespacePlan.of(key.name(), findings);
    return apply(state(namespace, findings, pass), plan, pass);
  }

  private Namespace markTerminating(Namespace namespace) throws ApiException {
    return client.patchStatus(
        namespace,
        n -> {
          if (n.getStatus() == null) {
            n.setStatus(new io.fabric8.kubernetes.api.model.NamespaceStatus());
          }
          n.getStatus().setPhase("Terminating");
        });
  }

  /** Writes the conditions; a failure does not stop the deletion. */
  private Namespace state(Namespace namespace, NamespaceFindings findings, Reconciliation pass) {
    List<NamespaceCondition> present = namespace.getStatus().getConditions();
    var conditions =
        NamespaceStatus.conditions(present == null ? List.of() : present, findings, pass.now());
    try {
      return client.patchStatus(namespace, n -> n.getStatus().setConditions(conditions));
    } catch (ApiException e) {
      log.handle(
          false,
          e,
          "Couldn't update status condition for namespace",
          "namespace",
          namespace.getMetadata().getName());
      return namespace;
    }
  }

  private Outcome apply(Namespace namespace, NamespacePlan plan, Reconciliation pass)
      throws ApiException {
    return switch (plan) {
      case NamespacePlan.LetGo letGo -> {
        finalizer.letGo(namespace);
        yield Outcome.done();
      }
      case NamespacePlan.SweepAfter sweep -> {
        log.info(
            4,
            "Content remaining in namespace",
            "namespace",
            namespace.getMetadata().getName(),
            "waitSeconds",
            sweep.delay().toSeconds());
        yield Outcome.after(sweep.delay());
      }
      case NamespacePlan.SweepRemaining sweep -> {
        pass.log()
            .info("unexpected items still remain in namespace, will retry: {}", sweep.objects());
        yield Outcome.again();
      }
      case NamespacePlan.SweepAgain sweep -> {
        pass.log().warn("{}", sweep.why());
        yield Outcome.again();
      }
    };
  }
}
