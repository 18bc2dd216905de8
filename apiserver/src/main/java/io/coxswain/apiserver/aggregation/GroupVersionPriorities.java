package io.coxswain.apiserver.aggregation;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The order of the built-in groups and their versions in discovery, as kube-apiserver has it. */
final class GroupVersionPriorities {
  private static final Map<String, Priority> ALL = all();

  private GroupVersionPriorities() {}

  /** The priority of a group among all, and of a version within its group. */
  record Priority(int group, int version) {}

  /** The priority; null if the group version is not registered. */
  static @Nullable Priority of(String group, String version) {
    return ALL.get(group + "/" + version);
  }

  private static Map<String, Priority> all() {
    var all = new TreeMap<String, Priority>();
    all.put("/v1", new Priority(18000, 1));
    all.put("apps/v1", new Priority(17800, 15));
    all.put("events.k8s.io/v1", new Priority(17750, 15));
    all.put("authentication.k8s.io/v1", new Priority(17700, 15));
    all.put("authorization.k8s.io/v1", new Priority(17600, 15));
    all.put("batch/v1", new Priority(17400, 15));
    all.put("certificates.k8s.io/v1", new Priority(17300, 15));
    all.put("networking.k8s.io/v1", new Priority(17200, 15));
    all.put("policy/v1", new Priority(17100, 15));
    all.put("rbac.authorization.k8s.io/v1", new Priority(17000, 15));
    all.put("storage.k8s.io/v1", new Priority(16800, 15));
    all.put("apiextensions.k8s.io/v1", new Priority(16700, 15));
    all.put("admissionregistration.k8s.io/v1", new Priority(16700, 15));
    all.put("scheduling.k8s.io/v1", new Priority(16600, 15));
    all.put("coordination.k8s.io/v1", new Priority(16500, 15));
    all.put("node.k8s.io/v1", new Priority(16300, 15));
    all.put("discovery.k8s.io/v1", new Priority(16200, 15));
    all.put("autoscaling/v1", new Priority(17500, 15));
    all.put("autoscaling/v2", new Priority(17500, 30));
    all.put("certificates.k8s.io/v1beta1", new Priority(17300, 9));
    all.put("admissionregistration.k8s.io/v1beta1", new Priority(16700, 12));
    all.put("admissionregistration.k8s.io/v1alpha1", new Priority(16700, 9));
    all.put("resource.k8s.io/v1", new Priority(16200, 21));
    all.put("flowcontrol.apiserver.k8s.io/v1", new Priority(16100, 21));
    all.put("internal.apiserver.k8s.io/v1alpha1", new Priority(16000, 9));
    all.put("storagemigration.k8s.io/v1beta1", new Priority(15800, 9));
    return Collections.unmodifiableMap(all);
  }
}
