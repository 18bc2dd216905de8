package io.coxswain.kube.host.controllers;

import io.coxswain.kube.host.options.ControllerNames;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** All controllers of upstream's v1.35, in its order. */
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
                .by(ServiceConstructors::endpoints),
            Descriptor.named("endpointslice-controller")
                .alias("endpointslice")
                .by(ServiceConstructors::slices),
            Descriptor.named("endpointslice-mirroring-controller")
                .alias("endpointslicemirroring")
                .by(ServiceConstructors::mirrors),
            Descriptor.named("replicationcontroller-controller")
                .alias("replicationcontroller")
                .by(WorkloadConstructors::replicationControllers),
            Descriptor.named("pod-garbage-collector-controller")
                .alias("podgc")
                .by(ClusterConstructors::pods),
            Descriptor.named("resourcequota-controller")
                .alias("resourcequota")
                .by(ClusterConstructors::quotas),
            Descriptor.named("namespace-controller")
                .alias("namespace")
                .by(ClusterConstructors::namespaces),
            Descriptor.named("serviceaccount-controller")
                .alias("serviceaccount")
                .by(SecurityConstructors::serviceAccounts),
            Descriptor.named("garbage-collector-controller")
                .alias("garbagecollector")
                .by(ClusterConstructors::garbage),
            Descriptor.named("daemonset-controller")
                .alias("daemonset")
                .by(WorkloadConstructors::daemonSets),
            Descriptor.named("job-controller").alias("job").by(WorkloadConstructors::jobs),
            Descriptor.named("deployment-controller")
                .alias("deployment")
                .by(WorkloadConstructors::deployments),
            Descriptor.named("replicaset-controller")
                .alias("replicaset")
                .by(WorkloadConstructors::replicaSets),
            Descriptor.named("horizontal-pod-autoscaler-controller")
                .alias("horizontalpodautoscaling")
                .by(WorkloadConstructors::autoscalers),
            Descriptor.named("disruption-controller")
                .alias("disruption")
                .by(WorkloadConstructors::disruptions),
            Descriptor.named("statefulset-controller")
                .alias("statefulset")
                .by(WorkloadConstructors::statefulSets),
            Descriptor.named("cronjob-controller")
                .alias("cronjob")
                .by(WorkloadConstructors::cronJobs),
            Descriptor.named("certificatesigningrequest-signing-controller")
                .alias("csrsigning")
                .by(SecurityConstructors::signing),
            Descriptor.named("certificatesigningrequest-approving-controller")
                .alias("csrapproving")
                .by(SecurityConstructors::approving),
            Descriptor.named("certificatesigningrequest-cleaner-controller")
                .alias("csrcleaner")
                .by(SecurityConstructors::cleaning),
            Descriptor.named("podcertificaterequest-cleaner-controller")
                .gate("PodCertificateRequest")
                .notHere(),
            Descriptor.named("ttl-controller").alias("ttl").by(NodeConstructors::ttl),
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
                .by(NodeConstructors::lifecycle),
            Descriptor.named("service-lb-controller").alias("service").cloud(),
            Descriptor.named("node-route-controller").alias("route").cloud(),
            Descriptor.named("cloud-node-lifecycle-controller")
                .alias("cloud-node-lifecycle")
                .cloud(),
            Descriptor.named("persistentvolume-binder-controller")
                .alias("persistentvolume-binder")
                .by(VolumeConstructors::binder),
            Descriptor.named("persistentvolume-attach-detach-controller")
                .alias("attachdetach")
                .notHere(),
            Descriptor.named("persistentvolume-expander-controller")
                .alias("persistentvolume-expander")
                .notHere(),
            Descriptor.named("clusterrole-aggregation-controller")
                .alias("clusterrole-aggregation")
                .by(ClusterConstructors::roles),
            Descriptor.named("persistentvolumeclaim-protection-controller")
                .alias("pvc-protection")
                .by(VolumeConstructors::claimProtection),
            Descriptor.named("persistentvolume-protection-controller")
                .alias("pv-protection")
                .by(VolumeConstructors::volumeProtection),
            Descriptor.named("volumeattributesclass-protection-controller")
                .gate("VolumeAttributesClass")
                .by(VolumeConstructors::classProtection),
            Descriptor.named("ttl-after-finished-controller")
                .alias("ttl-after-finished")
                .by(WorkloadConstructors::finishedJobs),
            Descriptor.named("root-ca-certificate-publisher-controller")
                .alias("root-ca-cert-publisher")
                .by(SecurityConstructors::rootCa),
            Descriptor.named("kube-apiserver-serving-clustertrustbundle-publisher-controller")
                .gate("ClusterTrustBundle")
                .notHere(),
            Descriptor.named("ephemeral-volume-controller")
                .alias("ephemeral-volume")
                .by(VolumeConstructors::ephemeral),
            Descriptor.named("storageversion-garbage-collector-controller")
                .alias("storage-version-gc")
                .gate("APIServerIdentity")
                .gate("StorageVersionAPI")
                .notHere(),
            Descriptor.named("resourceclaim-controller")
                .alias("resource-claim-controller")
                .gate("DynamicResourceAllocation")
                .notHere(),
            Descriptor.named("device-taint-eviction-controller")
                .gate("DynamicResourceAllocation")
                .gate("DRADeviceTaints")
                .notHere(),
            Descriptor.named("legacy-serviceaccount-token-cleaner-controller")
                .alias("legacy-service-account-token-cleaner")
                .by(SecurityConstructors::legacyTokens),
            Descriptor.named("validatingadmissionpolicy-status-controller")
                .by(ClusterConstructors::admissionPolicies),
            Descriptor.named("taint-eviction-controller")
                .gate("SeparateTaintEvictionController")
                .by(NodeConstructors::taintEviction),
            Descriptor.named("service-cidr-controller")
                .gate("MultiCIDRServiceAllocator")
                .by(ServiceConstructors::ranges),
            Descriptor.named("storage-version-migrator-controller").alias("svm").notHere(),
            Descriptor.named("selinux-warning-controller")
                .gate("SELinuxChangePolicy")
                .offByDefault()
                .notHere()));
  }

  /** What {@code --controllers} may say. */
  public static ControllerNames names(List<Descriptor> descriptors) {
    var all = new TreeSet<String>();
    var offByDefault = new TreeSet<String>();
    var notHere = new TreeSet<String>();
    var aliases = new TreeMap<String, String>();
    for (Descriptor each : descriptors) {
      all.add(each.name());
      if (each.offByDefault()) {
        offByDefault.add(each.name());
      }
      if (!each.isHere() && !each.cloud()) {
        notHere.add(each.name());
      }
      each.aliases().forEach(alias -> aliases.put(alias, each.name()));
    }
    return new ControllerNames(all, offByDefault, notHere, aliases);
  }

  /** A name stands for one controller. */
  static List<Descriptor> checked(List<Descriptor> descriptors) {
    var seen = new TreeSet<String>();
    for (Descriptor each : descriptors) {
      var names = new ArrayList<>(each.aliases());
      names.add(each.name());
      for (String name : names) {
        if (name.isEmpty() || !seen.add(name)) {
          throw new IllegalStateException("controller name \"" + name + "\" is there twice");
        }
      }
    }
    return descriptors;
  }
}
