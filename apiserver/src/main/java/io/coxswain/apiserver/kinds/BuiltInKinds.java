package io.coxswain.apiserver.kinds;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import java.util.ArrayList;
import java.util.List;

/** The table of kinds that are built in, in the order of discovery. */
public final class BuiltInKinds {
  private BuiltInKinds() {}

  public static List<ServedKind> all() {
    var kinds = new ArrayList<ServedKind>();
    core(kinds);
    return List.copyOf(kinds);
  }

  private static void core(List<ServedKind> kinds) {
    add(kinds, namespaced("", "v1", "ConfigMap", "configmaps").shortNames("cm"));
    add(
        kinds,
        cluster("", "v1", "Namespace", "namespaces")
            .shortNames("ns")
            .verbs("create", "delete", "get", "list", "patch", "update", "watch")
            .status()
            .subresource("finalize", "v1", "Namespace", "update")
            .names(NameRule.LABEL)
            .returnedByDelete()
            .strategy(new NamespaceStrategy()));
    add(
        kinds,
        namespaced("", "v1", "Pod", "pods")
            .shortNames("po")
            .inAll()
            .status()
            .subresource("binding", "v1", "Binding", "create")
            .subresource("eviction", "policy/v1", "Eviction", "create")
            .subresource("log", "v1", "Pod", "get")
            .generation(Generation.SPEC)
            .returnedByDelete()
            .strategy(new PodStrategy()));
    add(
        kinds,
        namespaced("", "v1", "Service", "services")
            .shortNames("svc")
            .inAll()
            .status()
            .names(NameRule.DNS_1035)
            .createdByPut()
            .returnedByDelete()
            .strategy(new ServiceStrategy()));
    add(kinds, cluster("", "v1", "Node", "nodes").shortNames("no").status());
    add(kinds, namespaced("", "v1", "Secret", "secrets"));
    add(
        kinds,
        namespaced("", "v1", "ServiceAccount", "serviceaccounts")
            .shortNames("sa")
            .returnedByDelete());
    add(kinds, namespaced("", "v1", "Event", "events").shortNames("ev").createdByPut());
    add(
        kinds,
        namespaced("events.k8s.io", "v1", "Event", "events").shortNames("ev").createdByPut());
    add(
        kinds,
        namespaced("coordination.k8s.io", "v1", "Lease", "leases")
            .createdByPut()
            .updatedOnlyAtRevision());
    add(
        kinds,
        namespaced("batch", "v1", "Job", "jobs")
            .inAll()
            .status()
            .generation(Generation.SPEC)
            .orphansByDefault()
            .strategy(new JobStrategy()));
    add(
        kinds,
        cluster("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses")
            .shortNames("pc")
            .generation(Generation.FIXED));
  }

  private static void add(List<ServedKind> kinds, KindBuilder kind) {
    kinds.add(kind.build());
  }
}
