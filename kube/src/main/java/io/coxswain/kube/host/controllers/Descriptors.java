package io.coxswain.kube.host.controllers;

import io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusController;
import io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusOptions;
import io.coxswain.kube.attachdetach.AttachDetachController;
import io.coxswain.kube.attachdetach.AttachDetachOptions;
import io.coxswain.kube.autoscaling.AutoscalerController;
import io.coxswain.kube.autoscaling.AutoscalerOptions;
import io.coxswain.kube.certificates.CertificateControllers;
import io.coxswain.kube.clusterroleaggregation.ClusterRoleAggregationController;
import io.coxswain.kube.cronjob.CronJobController;
import io.coxswain.kube.daemonset.DaemonSetController;
import io.coxswain.kube.daemonset.DaemonSetOptions;
import io.coxswain.kube.deployment.DeploymentController;
import io.coxswain.kube.deployment.DeploymentOptions;
import io.coxswain.kube.disruption.DisruptionController;
import io.coxswain.kube.endpoints.EndpointsController;
import io.coxswain.kube.endpoints.EndpointsOptions;
import io.coxswain.kube.endpointslice.EndpointSliceController;
import io.coxswain.kube.endpointslice.EndpointSliceOptions;
import io.coxswain.kube.endpointslicemirroring.MirroringController;
import io.coxswain.kube.endpointslicemirroring.MirroringOptions;
import io.coxswain.kube.ephemeralvolume.EphemeralVolumeController;
import io.coxswain.kube.ephemeralvolume.EphemeralVolumeOptions;
import io.coxswain.kube.gc.GarbageCollector;
import io.coxswain.kube.host.options.ControllerNames;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.kube.legacytokens.LegacyTokenController;
import io.coxswain.kube.legacytokens.LegacyTokenOptions;
import io.coxswain.kube.namespace.NamespaceController;
import io.coxswain.kube.nodelifecycle.NodeLifecycleController;
import io.coxswain.kube.nodelifecycle.NodeLifecycleOptions;
import io.coxswain.kube.nodettl.NodeTtlController;
import io.coxswain.kube.podgc.PodGarbageCollector;
import io.coxswain.kube.podgc.PodGarbageOptions;
import io.coxswain.kube.replicaset.ReplicaSetController;
import io.coxswain.kube.replicaset.ReplicaSetOptions;
import io.coxswain.kube.replicaset.ReplicationManager;
import io.coxswain.kube.resourceclaim.ResourceClaimController;
import io.coxswain.kube.resourceclaim.ResourceClaimOptions;
import io.coxswain.kube.resourcequota.ResourceQuotaController;
import io.coxswain.kube.resourcequota.ResourceQuotaOptions;
import io.coxswain.kube.serviceaccount.ServiceAccountController;
import io.coxswain.kube.servicecidr.ServiceCidrController;
import io.coxswain.kube.statefulset.StatefulSetController;
import io.coxswain.kube.statefulset.StatefulSetOptions;
import io.coxswain.kube.storageversiongc.StorageVersion;
import io.coxswain.kube.tainteviction.TaintEvictionController;
import io.coxswain.kube.ttl.TtlController;
import io.coxswain.kube.volumebinder.VolumeBinderController;
import io.coxswain.kube.volumebinder.VolumeBinderOptions;
import io.coxswain.kube.volumeexpander.VolumeExpanderController;
import io.coxswain.kube.volumeprotection.VolumeProtectionControllers;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All controllers of upstream's v1.35, in its order: how each is built from flags, and how it is
 * registered with its defaults if it needs only a manager.
 */
public final class Descriptors {
  /** The controller that is built first. */
  public static final String TOKENS = "serviceaccount-token-controller";

  private Descriptors() {}

  public static List<Descriptor> all() {
    return checked(
        List.of(
            Descriptor.named(TOKENS)
                .alias("serviceaccount-token")
                .special()
                .by(SecurityConstructors::tokens),
            Descriptor.named("endpoints-controller")
                .alias("endpoint")
                .by(
                    ServiceConstructors::endpoints,
                    m -> EndpointsController.register(m, EndpointsOptions.byDefault())),
            Descriptor.named("endpointslice-controller")
                .alias("endpointslice")
                .by(
                    ServiceConstructors::slices,
                    m -> EndpointSliceController.register(m, EndpointSliceOptions.byDefault())),
            Descriptor.named("endpointslice-mirroring-controller")
                .alias("endpointslicemirroring")
                .by(
                    ServiceConstructors::mirrors,
                    m -> MirroringController.register(m, MirroringOptions.byDefault())),
            Descriptor.named("replicationcontroller-controller")
                .alias("replicationcontroller")
                .by(
                    WorkloadConstructors::replicationControllers,
                    m -> ReplicationManager.register(m, ReplicaSetOptions.byDefault())),
            Descriptor.named("pod-garbage-collector-controller")
                .alias("podgc")
                .by(
                    ClusterConstructors::pods,
                    m -> PodGarbageCollector.register(m, PodGarbageOptions.byDefault())),
            Descriptor.named("resourcequota-controller")
                .alias("resourcequota")
                .by(
                    ClusterConstructors::quotas,
                    m -> ResourceQuotaController.register(m, ResourceQuotaOptions.byDefault())),
            Descriptor.named("namespace-controller")
                .alias("namespace")
                .by(ClusterConstructors::namespaces, NamespaceController::register),
            Descriptor.named("serviceaccount-controller")
                .alias("serviceaccount")
                .by(SecurityConstructors::serviceAccounts, ServiceAccountController::register),
            Descriptor.named("garbage-collector-controller")
                .alias("garbagecollector")
                .by(ClusterConstructors::garbage, GarbageCollector::register),
            Descriptor.named("daemonset-controller")
                .alias("daemonset")
                .by(
                    WorkloadConstructors::daemonSets,
                    m -> DaemonSetController.register(m, DaemonSetOptions.byDefault())),
            Descriptor.named("job-controller")
                .alias("job")
                .by(
                    WorkloadConstructors::jobs,
                    m -> JobController.register(m, JobOptions.byDefault())),
            Descriptor.named("deployment-controller")
                .alias("deployment")
                .by(
                    WorkloadConstructors::deployments,
                    m -> DeploymentController.register(m, DeploymentOptions.byDefault())),
            Descriptor.named("replicaset-controller")
                .alias("replicaset")
                .by(
                    WorkloadConstructors::replicaSets,
                    m -> ReplicaSetController.register(m, ReplicaSetOptions.byDefault())),
            Descriptor.named("horizontal-pod-autoscaler-controller")
                .alias("horizontalpodautoscaling")
                .by(
                    WorkloadConstructors::autoscalers,
                    m -> AutoscalerController.register(m, AutoscalerOptions.byDefault())),
            Descriptor.named("disruption-controller")
                .alias("disruption")
                .by(WorkloadConstructors::disruptions, DisruptionController::register),
            Descriptor.named("statefulset-controller")
                .alias("statefulset")
                .by(
                    WorkloadConstructors::statefulSets,
                    m -> StatefulSetController.register(m, StatefulSetOptions.byDefault())),
            Descriptor.named("cronjob-controller")
                .alias("cronjob")
                .by(WorkloadConstructors::cronJobs, CronJobController::register),
            Descriptor.named("certificatesigningrequest-signing-controller")
                .alias("csrsigning")
                .by(SecurityConstructors::signing),
            Descriptor.named("certificatesigningrequest-approving-controller")
                .alias("csrapproving")
                .by(SecurityConstructors::approving, CertificateControllers::registerApproving),
            Descriptor.named("certificatesigningrequest-cleaner-controller")
                .alias("csrcleaner")
                .by(SecurityConstructors::cleaning, CertificateControllers::registerCleaning),
            Descriptor.named("podcertificaterequest-cleaner-controller")
                .gate("PodCertificateRequest")
                .needs(PodCertificateRequest.class)
                .by(SecurityConstructors::podRequestCleaning),
            Descriptor.named("ttl-controller")
                .alias("ttl")
                .by(NodeConstructors::ttl, NodeTtlController::register),
            Descriptor.named("bootstrap-signer-controller")
                .alias("bootstrapsigner")
                .offByDefault()
                .by(SecurityConstructors::bootstrapSigner),
            Descriptor.named("token-cleaner-controller")
                .alias("tokencleaner")
                .offByDefault()
                .by(SecurityConstructors::tokenCleaner),
            Descriptor.named("node-ipam-controller").alias("nodeipam").by(NodeConstructors::ranges),
            Descriptor.named("node-lifecycle-controller")
                .alias("nodelifecycle")
                .by(
                    NodeConstructors::lifecycle,
                    m -> NodeLifecycleController.register(m, NodeLifecycleOptions.byDefault())),
            Descriptor.named("service-lb-controller").alias("service").cloud(),
            Descriptor.named("node-route-controller").alias("route").cloud(),
            Descriptor.named("cloud-node-lifecycle-controller")
                .alias("cloud-node-lifecycle")
                .cloud(),
            Descriptor.named("persistentvolume-binder-controller")
                .alias("persistentvolume-binder")
                .by(
                    VolumeConstructors::binder,
                    m -> VolumeBinderController.register(m, VolumeBinderOptions.byDefault())),
            Descriptor.named("persistentvolume-attach-detach-controller")
                .alias("attachdetach")
                .by(
                    VolumeConstructors::attachDetach,
                    m -> AttachDetachController.register(m, AttachDetachOptions.byDefault())),
            Descriptor.named("persistentvolume-expander-controller")
                .alias("persistentvolume-expander")
                .by(VolumeConstructors::expander, VolumeExpanderController::register),
            Descriptor.named("clusterrole-aggregation-controller")
                .alias("clusterrole-aggregation")
                .by(ClusterConstructors::roles, ClusterRoleAggregationController::register),
            Descriptor.named("persistentvolumeclaim-protection-controller")
                .alias("pvc-protection")
                .by(
                    VolumeConstructors::claimProtection,
                    VolumeProtectionControllers::registerClaims),
            Descriptor.named("persistentvolume-protection-controller")
                .alias("pv-protection")
                .by(
                    VolumeConstructors::volumeProtection,
                    VolumeProtectionControllers::registerVolumes),
            Descriptor.named("volumeattributesclass-protection-controller")
                .gate("VolumeAttributesClass")
                .by(
                    VolumeConstructors::classProtection,
                    VolumeProtectionControllers::registerAttributesClasses),
            Descriptor.named("ttl-after-finished-controller")
                .alias("ttl-after-finished")
                .by(WorkloadConstructors::finishedJobs, TtlController::register),
            Descriptor.named("root-ca-certificate-publisher-controller")
                .alias("root-ca-cert-publisher")
                .by(SecurityConstructors::rootCa),
            Descriptor.named("kube-apiserver-serving-clustertrustbundle-publisher-controller")
                .gate("ClusterTrustBundle")
                .needs(ClusterTrustBundle.class)
                .by(SecurityConstructors::trustBundle),
            Descriptor.named("ephemeral-volume-controller")
                .alias("ephemeral-volume")
                .by(
                    VolumeConstructors::ephemeral,
                    m -> EphemeralVolumeController.register(m, EphemeralVolumeOptions.byDefault())),
            Descriptor.named("storageversion-garbage-collector-controller")
                .alias("storage-version-gc")
                .gate("APIServerIdentity")
                .gate("StorageVersionAPI")
                .needs(StorageVersion.class)
                .by(ClusterConstructors::storageVersions),
            Descriptor.named("resourceclaim-controller")
                .alias("resource-claim-controller")
                .gate("DynamicResourceAllocation")
                .needs(ResourceClaim.class)
                .by(
                    WorkloadConstructors::resourceClaims,
                    m -> ResourceClaimController.register(m, ResourceClaimOptions.byDefault())),
            Descriptor.named("device-taint-eviction-controller")
                .gate("DynamicResourceAllocation")
                .gate("DRADeviceTaints")
                .needs(ResourceSlice.class)
                .by(NodeConstructors::deviceTaintEviction),
            Descriptor.named("legacy-serviceaccount-token-cleaner-controller")
                .alias("legacy-service-account-token-cleaner")
                .by(
                    SecurityConstructors::legacyTokens,
                    m -> LegacyTokenController.register(m, LegacyTokenOptions.byDefault())),
            Descriptor.named("validatingadmissionpolicy-status-controller")
                .by(
                    ClusterConstructors::admissionPolicies,
                    m ->
                        AdmissionPolicyStatusController.register(
                            m, AdmissionPolicyStatusOptions.byDefault())),
            Descriptor.named("taint-eviction-controller")
                .gate("SeparateTaintEvictionController")
                .by(NodeConstructors::taintEviction, TaintEvictionController::register),
            Descriptor.named("service-cidr-controller")
                .gate("MultiCIDRServiceAllocator")
                .by(ServiceConstructors::ranges, ServiceCidrController::register),
            Descriptor.named("storage-version-migrator-controller")
                .alias("svm")
                .gate("StorageVersionMigrator")
                .needs(StorageVersionMigration.class)
                .by(ClusterConstructors::storageMigrations),
            Descriptor.named("selinux-warning-controller")
                .gate("SELinuxChangePolicy")
                .offByDefault()
                .by(VolumeConstructors::selinuxWarnings)));
  }

  /** The names that {@code --controllers} accepts. */
  public static ControllerNames names(List<Descriptor> descriptors) {
    var all = new TreeSet<String>();
    var offByDefault = new TreeSet<String>();
    var aliases = new TreeMap<String, String>();
    for (Descriptor each : descriptors) {
      all.add(each.name());
      if (each.offByDefault()) {
        offByDefault.add(each.name());
      }
      each.aliases().forEach(alias -> aliases.put(alias, each.name()));
    }
    return new ControllerNames(all, offByDefault, aliases);
  }

  /** Checks that names are unique. */
  static List<Descriptor> checked(List<Descriptor> descriptors) {
    var seen = new TreeSet<String>();
    for (Descriptor each : descriptors) {
      var names = new ArrayList<>(each.aliases());
      names.add(each.name());
      for (String name : names) {
        if (name.isEmpty() || !seen.add(name)) {
          throw new IllegalStateException("controller name \"" + name + "\" is not unique");
        }
      }
    }
    return descriptors;
  }
}
