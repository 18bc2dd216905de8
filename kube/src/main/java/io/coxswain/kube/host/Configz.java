package io.coxswain.kube.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.kube.host.migration.MigrationConfig;
import io.coxswain.kube.host.options.HostOptions;
import io.coxswain.runtime.flags.Flag;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The configuration served at {@code /configz}: the fields of upstream's internal type, in its
 * order, each with the value of its flag.
 */
final class Configz {
  static final String NAME = "kubecontrollermanager.config.k8s.io";

  private final ObjectNode root = Json.MAPPER.createObjectNode();

  private Configz() {}

  /**
   * @param controllers with canonical names
   */
  static ObjectNode of(
      HostOptions options, List<String> controllers, Optional<MigrationConfig> migration) {
    var configz = new Configz();
    configz.program(options, controllers, migration);
    configz.controllers(options);
    return configz.root;
  }

  private void program(
      HostOptions o, List<String> controllers, Optional<MigrationConfig> migration) {
    constant("Generic.Port", 0);
    put("Generic.Address", o.serving.bindAddress);
    put("Generic.MinResyncPeriod", o.generic.minResyncPeriod);
    put("Generic.ClientConnection.Kubeconfig", o.kubeconfig);
    constant("Generic.ClientConnection.AcceptContentTypes", "");
    put("Generic.ClientConnection.ContentType", o.generic.contentType);
    put("Generic.ClientConnection.QPS", o.generic.qps);
    put("Generic.ClientConnection.Burst", o.generic.burst);
    put("Generic.ControllerStartInterval", o.generic.startInterval);
    put("Generic.LeaderElection.LeaderElect", o.generic.election.elect);
    put("Generic.LeaderElection.LeaseDuration", o.generic.election.lease);
    put("Generic.LeaderElection.RenewDeadline", o.generic.election.renewDeadline);
    put("Generic.LeaderElection.RetryPeriod", o.generic.election.retryPeriod);
    put("Generic.LeaderElection.ResourceLock", o.generic.election.resourceLock);
    put("Generic.LeaderElection.ResourceName", o.generic.election.resourceName);
    put("Generic.LeaderElection.ResourceNamespace", o.generic.election.resourceNamespace);
    at("Generic").set("Controllers", Json.MAPPER.valueToTree(controllers));
    put("Generic.Debugging.EnableProfiling", o.generic.profiling);
    put("Generic.Debugging.EnableContentionProfiling", o.generic.contentionProfiling);
    put("Generic.LeaderMigrationEnabled", o.generic.leaderMigration);
    leaderMigration(migration);
    put("KubeCloudShared.CloudProvider.Name", o.generic.cloud.provider);
    put("KubeCloudShared.CloudProvider.CloudConfigFile", o.generic.cloud.config);
    put("KubeCloudShared.ExternalCloudVolumePlugin", o.generic.cloud.externalVolumePlugin);
    put("KubeCloudShared.UseServiceAccountCredentials", o.generic.serviceAccountCredentials);
    put("KubeCloudShared.AllowUntaggedCloud", o.generic.cloud.allowUntagged);
    put("KubeCloudShared.RouteReconciliationPeriod", o.generic.cloud.routeReconciliationPeriod);
    put("KubeCloudShared.NodeMonitorPeriod", o.generic.cloud.nodeMonitorPeriod);
    put("KubeCloudShared.ClusterName", o.generic.cloud.clusterName);
    put("KubeCloudShared.ClusterCIDR", o.generic.cloud.clusterCidr);
    put("KubeCloudShared.AllocateNodeCIDRs", o.generic.cloud.allocateNodeCidrs);
    put("KubeCloudShared.CIDRAllocatorType", o.generic.cloud.cidrAllocatorType);
    put("KubeCloudShared.ConfigureCloudRoutes", o.generic.cloud.configureRoutes);
    put("KubeCloudShared.NodeSyncPeriod", o.generic.cloud.nodeSyncPeriod);
  }

  private void controllers(HostOptions o) {
    put("AttachDetachController.DisableAttachDetachReconcilerSync", o.volumes.noReconcile);
    put("AttachDetachController.ReconcilerSyncLoopPeriod", o.volumes.reconcilePeriod);
    put("AttachDetachController.DisableForceDetachOnTimeout", o.volumes.noForceDetach);
    put("CronJobController.ConcurrentCronJobSyncs", o.workloads.cronJobs);
    put("CSRSigningController.ClusterSigningCertFile", o.security.cluster.certificate());
    put("CSRSigningController.ClusterSigningKeyFile", o.security.cluster.key());
    put(
        "CSRSigningController.KubeletServingSignerConfiguration.CertFile",
        o.security.kubeletServing.certificate());
    put(
        "CSRSigningController.KubeletServingSignerConfiguration.KeyFile",
        o.security.kubeletServing.key());
    put(
        "CSRSigningController.KubeletClientSignerConfiguration.CertFile",
        o.security.kubeletClient.certificate());
    put(
        "CSRSigningController.KubeletClientSignerConfiguration.KeyFile",
        o.security.kubeletClient.key());
    put(
        "CSRSigningController.KubeAPIServerClientSignerConfiguration.CertFile",
        o.security.apiServerClient.certificate());
    put(
        "CSRSigningController.KubeAPIServerClientSignerConfiguration.KeyFile",
        o.security.apiServerClient.key());
    put(
        "CSRSigningController.LegacyUnknownSignerConfiguration.CertFile",
        o.security.legacyUnknown.certificate());
    put(
        "CSRSigningController.LegacyUnknownSignerConfiguration.KeyFile",
        o.security.legacyUnknown.key());
    put("CSRSigningController.ClusterSigningDuration", o.security.signingDuration);
    put("DaemonSetController.ConcurrentDaemonSetSyncs", o.workloads.daemonSets);
    put("DeploymentController.ConcurrentDeploymentSyncs", o.workloads.deployments);
    put("DeviceTaintEvictionController.ConcurrentSyncs", o.nodes.deviceTaintEvictions);
    at("DeprecatedController");
    put("EndpointController.ConcurrentEndpointSyncs", o.services.endpoints);
    put("EndpointController.EndpointUpdatesBatchPeriod", o.services.endpointsBatch);
    put("EndpointSliceController.ConcurrentServiceEndpointSyncs", o.services.slices);
    put("EndpointSliceController.MaxEndpointsPerSlice", o.services.endpointsPerSlice);
    put("EndpointSliceController.EndpointUpdatesBatchPeriod", o.services.slicesBatch);
    put(
        "EndpointSliceMirroringController.MirroringConcurrentServiceEndpointSyncs",
        o.services.mirrors);
    put(
        "EndpointSliceMirroringController.MirroringMaxEndpointsPerSubset",
        o.services.endpointsPerSubset);
    put(
        "EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod",
        o.services.mirrorsBatch);
    put("EphemeralVolumeController.ConcurrentEphemeralVolumeSyncs", o.volumes.ephemeral);
    put("GarbageCollectorController.EnableGarbageCollector", o.cluster.collectGarbage);
    put("GarbageCollectorController.ConcurrentGCSyncs", o.cluster.collectors);
    ignoredByCollector();
    put("HPAController.ConcurrentHorizontalPodAutoscalerSyncs", o.workloads.autoscalers);
    put("HPAController.HorizontalPodAutoscalerSyncPeriod", o.workloads.autoscalerPeriod);
    put(
        "HPAController.HorizontalPodAutoscalerDownscaleStabilizationWindow",
        o.workloads.downscaleStabilization);
    put("HPAController.HorizontalPodAutoscalerTolerance", o.workloads.autoscalerTolerance);
    put(
        "HPAController.HorizontalPodAutoscalerCPUInitializationPeriod",
        o.workloads.cpuInitialization);
    put("HPAController.HorizontalPodAutoscalerInitialReadinessDelay", o.workloads.initialReadiness);
    put("JobController.ConcurrentJobSyncs", o.workloads.jobs);
    put("LegacySATokenCleaner.CleanUpPeriod", o.security.legacyTokens);
    put("NamespaceController.NamespaceSyncPeriod", o.cluster.namespacePeriod);
    put("NamespaceController.ConcurrentNamespaceSyncs", o.cluster.namespaces);
    serviceRanges(o.nodes.serviceRange.get());
    put("NodeIPAMController.NodeCIDRMaskSize", o.nodes.mask);
    put("NodeIPAMController.NodeCIDRMaskSizeIPv4", o.nodes.maskV4);
    put("NodeIPAMController.NodeCIDRMaskSizeIPv6", o.nodes.maskV6);
    put("NodeLifecycleController.NodeEvictionRate", o.nodes.evictionRate);
    put("NodeLifecycleController.SecondaryNodeEvictionRate", o.nodes.secondaryEvictionRate);
    put("NodeLifecycleController.NodeStartupGracePeriod", o.nodes.startupGrace);
    put("NodeLifecycleController.NodeMonitorGracePeriod", o.nodes.monitorGrace);
    put("NodeLifecycleController.LargeClusterSizeThreshold", o.nodes.largeCluster);
    put("NodeLifecycleController.UnhealthyZoneThreshold", o.nodes.unhealthyZone);
    put("PersistentVolumeBinderController.PVClaimBinderSyncPeriod", o.volumes.binderPeriod);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.EnableHostPathProvisioning",
        o.volumes.hostPathProvisioner);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.EnableDynamicProvisioning",
        o.volumes.dynamicProvisioning);
    constant(
        "PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.MaximumRetry",
        3);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.MinimumTimeoutNFS",
        o.volumes.nfsTimeout);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.PodTemplateFilePathNFS",
        o.volumes.nfsTemplate);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.IncrementTimeoutNFS",
        o.volumes.nfsIncrement);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.PodTemplateFilePathHostPath",
        o.volumes.hostPathTemplate);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.MinimumTimeoutHostPath",
        o.volumes.hostPathTimeout);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.IncrementTimeoutHostPath",
        o.volumes.hostPathIncrement);
    put(
        "PersistentVolumeBinderController.VolumeConfiguration.FlexVolumePluginDir",
        o.volumes.flexDir);
    put("PodGCController.TerminatedPodGCThreshold", o.nodes.terminatedPods);
    put("ReplicaSetController.ConcurrentRSSyncs", o.workloads.replicaSets);
    put("ReplicationController.ConcurrentRCSyncs", o.workloads.replicationControllers);
    put("ResourceQuotaController.ResourceQuotaSyncPeriod", o.cluster.quotaPeriod);
    put("ResourceQuotaController.ConcurrentResourceQuotaSyncs", o.cluster.quotas);
    put("SAController.ServiceAccountKeyFile", o.security.tokenKey);
    put("SAController.ConcurrentSATokenSyncs", o.security.tokens);
    put("SAController.RootCAFile", o.security.rootCa);
    put("ServiceController.ConcurrentServiceSyncs", o.generic.cloud.serviceSyncs);
    put("StatefulSetController.ConcurrentStatefulSetSyncs", o.workloads.statefulSets);
    put("TTLAfterFinishedController.ConcurrentTTLSyncs", o.workloads.finishedJobs);
    put(
        "ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs",
        o.cluster.admissionPolicies);
  }

  private ObjectNode at(String path) {
    ObjectNode node = root;
    for (String part : path.split("\\.")) {
      node = node.get(part) instanceof ObjectNode there ? there : node.putObject(part);
    }
    return node;
  }

  private void put(String path, Flag<?> flag) {
    int dot = path.lastIndexOf('.');
    ObjectNode node = at(path.substring(0, dot));
    String field = path.substring(dot + 1);
    switch (flag.get()) {
      case Boolean value -> node.put(field, value);
      case Integer value -> node.put(field, value);
      case Double value -> node.put(field, value);
      case Duration value -> node.put(field, flag.text());
      default -> node.put(field, flag.text());
    }
  }

  private void constant(String path, Object value) {
    int dot = path.lastIndexOf('.');
    at(path.substring(0, dot)).set(path.substring(dot + 1), Json.MAPPER.valueToTree(value));
  }

  private void leaderMigration(Optional<MigrationConfig> migration) {
    ObjectNode node = at("Generic.LeaderMigration");
    node.put("LeaderName", migration.map(MigrationConfig::leaderName).orElse(""));
    node.put("ResourceLock", migration.isPresent() ? "leases" : "");
    if (migration.isEmpty()) {
      node.putNull("ControllerLeaders");
      return;
    }
    ArrayNode leaders = node.putArray("ControllerLeaders");
    for (MigrationConfig.Leader leader : migration.get().leaders()) {
      leaders.addObject().put("Name", leader.name()).put("Component", leader.component());
    }
  }

  private void ignoredByCollector() {
    ArrayNode ignored = at("GarbageCollectorController").putArray("GCIgnoredResources");
    ignored.addObject().put("Group", "").put("Resource", "events");
    ignored.addObject().put("Group", "events.k8s.io").put("Resource", "events");
  }

  private void serviceRanges(String flag) {
    String[] ranges = flag.split(",", 2);
    at("NodeIPAMController")
        .put("ServiceCIDR", ranges[0])
        .put("SecondaryServiceCIDR", ranges.length > 1 ? ranges[1] : "");
  }
}
