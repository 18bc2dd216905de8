package io.coxswain.kube;

import io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusController;
import io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusOptions;
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
import io.coxswain.kube.resourcequota.ResourceQuotaController;
import io.coxswain.kube.resourcequota.ResourceQuotaOptions;
import io.coxswain.kube.rootca.RootCaPublisher;
import io.coxswain.kube.serviceaccount.ServiceAccountController;
import io.coxswain.kube.servicecidr.ServiceCidrController;
import io.coxswain.kube.statefulset.StatefulSetController;
import io.coxswain.kube.statefulset.StatefulSetOptions;
import io.coxswain.kube.tainteviction.TaintEvictionController;
import io.coxswain.kube.ttl.TtlController;
import io.coxswain.kube.volumebinder.VolumeBinderController;
import io.coxswain.kube.volumebinder.VolumeBinderOptions;
import io.coxswain.kube.volumeprotection.VolumeProtectionControllers;
import io.coxswain.runtime.manager.Manager;

/** The controllers of kube-controller-manager that are here. */
public final class KubeControllers {
  private KubeControllers() {}

  /** Adds all but the publisher of the root CA, which needs one. */
  public static void register(Manager manager) {
    JobController.register(manager, JobOptions.byDefault());
    CronJobController.register(manager);
    StatefulSetController.register(manager, StatefulSetOptions.byDefault());
    DaemonSetController.register(manager, DaemonSetOptions.byDefault());
    EndpointsController.register(manager, EndpointsOptions.byDefault());
    MirroringController.register(manager, MirroringOptions.byDefault());
    EndpointSliceController.register(manager, EndpointSliceOptions.byDefault());
    PodGarbageCollector.register(manager, PodGarbageOptions.byDefault());
    ResourceQuotaController.register(manager, ResourceQuotaOptions.byDefault());
    ClusterRoleAggregationController.register(manager);
    AdmissionPolicyStatusController.register(manager, AdmissionPolicyStatusOptions.byDefault());
    ServiceCidrController.register(manager);
    GarbageCollector.register(manager);
    NamespaceController.register(manager);
    ServiceAccountController.register(manager);
    TtlController.register(manager);
    NodeLifecycleController.register(manager, NodeLifecycleOptions.byDefault());
    TaintEvictionController.register(manager);
    NodeTtlController.register(manager);
    DeploymentController.register(manager, DeploymentOptions.byDefault());
    ReplicaSetController.register(manager, ReplicaSetOptions.byDefault());
    ReplicationManager.register(manager, ReplicaSetOptions.byDefault());
    DisruptionController.register(manager);
    AutoscalerController.register(manager, AutoscalerOptions.byDefault());
    VolumeBinderController.register(manager, VolumeBinderOptions.byDefault());
    VolumeProtectionControllers.registerClaims(manager);
    VolumeProtectionControllers.registerVolumes(manager);
    VolumeProtectionControllers.registerAttributesClasses(manager);
    EphemeralVolumeController.register(manager, EphemeralVolumeOptions.byDefault());
    CertificateControllers.registerApproving(manager);
    CertificateControllers.registerCleaning(manager);
    LegacyTokenController.register(manager, LegacyTokenOptions.byDefault());
  }

  /**
   * Adds all of them.
   *
   * @param rootCa the certificate authorities that pods may trust, in PEM
   */
  public static void register(Manager manager, String rootCa) {
    register(manager);
    RootCaPublisher.register(manager, rootCa);
  }
}
