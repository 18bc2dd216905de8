package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusController;
import io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusOptions;
import io.coxswain.kube.clusterroleaggregation.ClusterRoleAggregationController;
import io.coxswain.kube.gc.GarbageCollector;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.kube.namespace.NamespaceController;
import io.coxswain.kube.podgc.PodGarbageCollector;
import io.coxswain.kube.podgc.PodGarbageOptions;
import io.coxswain.kube.resourcequota.ResourceQuotaController;
import io.coxswain.kube.resourcequota.ResourceQuotaOptions;
import io.coxswain.kube.storagemigration.StorageMigrationController;
import io.coxswain.kube.storageversiongc.StorageVersionGcController;
import io.coxswain.runtime.manager.ManagerView;
import java.util.Optional;

/**
 * Builds the garbage collectors, the storage version migrator, and the namespace, quota and
 * admission policy controllers.
 */
final class ClusterConstructors {
  private ClusterConstructors() {}

  static Optional<BuiltController> namespaces(ControllerContext context)
      throws HostException, ApiException {
    if (context.availableResources().isEmpty()) {
      throw new HostException("unable to get any supported resources from server");
    }
    // Deleting the content of a namespace takes many requests.
    return BuiltController.on(
        context.as("namespace-controller", 20, 100),
        m -> NamespaceController.register(m, context.options().cluster.namespaces.get()));
  }

  static Optional<BuiltController> garbage(ControllerContext context) throws ApiException {
    if (!context.options().cluster.collectGarbage.get()) {
      return Optional.empty();
    }
    ManagerView view = context.as("generic-garbage-collector", 2, 1);
    GarbageCollector collector =
        GarbageCollector.register(view, context.options().cluster.collectors.get());
    return Optional.of(new BuiltController(view, Optional.of(collector::debug)));
  }

  static Optional<BuiltController> quotas(ControllerContext context) throws ApiException {
    var options =
        new ResourceQuotaOptions(
            context.options().cluster.quotas.get(), context.options().cluster.quotaPeriod.get());
    return BuiltController.on(
        context.as("resourcequota-controller"), m -> ResourceQuotaController.register(m, options));
  }

  static Optional<BuiltController> roles(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("clusterrole-aggregation-controller"),
        ClusterRoleAggregationController::register);
  }

  static Optional<BuiltController> admissionPolicies(ControllerContext context)
      throws ApiException {
    var options =
        new AdmissionPolicyStatusOptions(context.options().cluster.admissionPolicies.get());
    return BuiltController.on(
        context.as("validatingadmissionpolicy-status-controller"),
        m -> AdmissionPolicyStatusController.register(m, options));
  }

  static Optional<BuiltController> storageVersions(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("storage-version-garbage-collector"), StorageVersionGcController::register);
  }

  static Optional<BuiltController> storageMigrations(ControllerContext context)
      throws ApiException {
    // A migration takes one request per object.
    return BuiltController.on(
        context.as("storage-version-migrator-controller", 20, 100),
        StorageMigrationController::register);
  }

  static Optional<BuiltController> pods(ControllerContext context) throws ApiException {
    var options = new PodGarbageOptions(context.options().nodes.terminatedPods.get());
    return BuiltController.on(
        context.as("pod-garbage-collector"), m -> PodGarbageCollector.register(m, options));
  }
}
