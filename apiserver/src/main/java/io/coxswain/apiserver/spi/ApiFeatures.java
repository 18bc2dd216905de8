package io.coxswain.apiserver.spi;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a server offers beyond, or short of, its defaults, as kube-apiserver's {@code
 * --runtime-config} and {@code --feature-gates} choose it.
 *
 * @param versions the group versions that are served although they are not by default, such as
 *     {@code admissionregistration.k8s.io/v1beta1}
 * @param gates the feature gates that are on although they are not by default
 * @param fairness whether API Priority and Fairness limits requests, which is the default
 */
public record ApiFeatures(SortedSet<String> versions, SortedSet<String> gates, boolean fairness) {
  /** The versions that can be chosen. */
  public static final Set<String> OPTIONAL_VERSIONS =
      Set.of(
          "admissionregistration.k8s.io/v1alpha1",
          "admissionregistration.k8s.io/v1beta1",
          "certificates.k8s.io/v1beta1",
          "internal.apiserver.k8s.io/v1alpha1",
          "resource.k8s.io/v1alpha3",
          "storagemigration.k8s.io/v1beta1");

  public static final String MUTATING_ADMISSION_POLICY = "MutatingAdmissionPolicy";

  /** ClusterTrustBundles, in certificates.k8s.io/v1beta1. */
  public static final String CLUSTER_TRUST_BUNDLE = "ClusterTrustBundle";

  /** PodCertificateRequests, in certificates.k8s.io/v1beta1. */
  public static final String POD_CERTIFICATE_REQUEST = "PodCertificateRequest";

  /** StorageVersions, in internal.apiserver.k8s.io/v1alpha1. */
  public static final String STORAGE_VERSION_API = "StorageVersionAPI";

  /** StorageVersionMigrations, in storagemigration.k8s.io/v1beta1. */
  public static final String STORAGE_VERSION_MIGRATOR = "StorageVersionMigrator";

  /** Taints of devices in ResourceSlices, and tolerations in ResourceClaims. */
  public static final String DEVICE_TAINTS = "DRADeviceTaints";

  /** The role that lets the device taint eviction controller use DeviceTaintRules. */
  public static final String DEVICE_TAINT_RULES = "DRADeviceTaintRules";

  /** Shard selectors of lists and watches, a feature of Kubernetes 1.36. */
  public static final String SHARDED_LIST_AND_WATCH = "ShardedListAndWatch";

  /** The gates that can be chosen. */
  public static final Set<String> OPTIONAL_GATES =
      Set.of(
          CLUSTER_TRUST_BUNDLE,
          DEVICE_TAINTS,
          DEVICE_TAINT_RULES,
          MUTATING_ADMISSION_POLICY,
          POD_CERTIFICATE_REQUEST,
          SHARDED_LIST_AND_WATCH,
          STORAGE_VERSION_API,
          STORAGE_VERSION_MIGRATOR);

  public static final ApiFeatures DEFAULT = new ApiFeatures(new TreeSet<>(), new TreeSet<>(), true);

  public ApiFeatures {
    versions = new TreeSet<>(versions);
    gates = new TreeSet<>(gates);
  }

  public ApiFeatures(Set<String> versions, Set<String> gates) {
    this(new TreeSet<>(versions), new TreeSet<>(gates), true);
  }

  /** The same with a plain limit of requests in flight instead of fairness. */
  public ApiFeatures withoutFairness() {
    return new ApiFeatures(versions, gates, false);
  }

  /** The same with the group version served and the gate on. */
  public ApiFeatures with(String version, String gate) {
    var moreVersions = new TreeSet<>(versions);
    moreVersions.add(version);
    var moreGates = new TreeSet<>(gates);
    moreGates.add(gate);
    return new ApiFeatures(moreVersions, moreGates, fairness);
  }

  /** Whether the group version is served. */
  public boolean serves(String version) {
    return versions.contains(version);
  }

  public boolean has(String gate) {
    return gates.contains(gate);
  }
}
