package io.coxswain.apiserver.builtin;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import io.coxswain.apiserver.kinds.CustomResourceDefinitionStrategy;
import io.coxswain.apiserver.kinds.Generation;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.LeaseStrategy;
import io.coxswain.apiserver.kinds.MetadataChecks;
import io.coxswain.apiserver.kinds.NameRule;
import io.coxswain.apiserver.kinds.SameShape;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.access.AccessKinds;
import io.coxswain.apiserver.kinds.cluster.ClusterKinds;
import io.coxswain.apiserver.kinds.network.NetworkKinds;
import io.coxswain.apiserver.kinds.pod.PodStrategy;
import io.coxswain.apiserver.kinds.resource.ResourceKinds;
import io.coxswain.apiserver.kinds.storage.StorageKinds;
import io.coxswain.apiserver.kinds.workload.AutoscalerStrategy;
import io.coxswain.apiserver.kinds.workload.ControllerRevisionStrategy;
import io.coxswain.apiserver.kinds.workload.CronJobStrategy;
import io.coxswain.apiserver.kinds.workload.DaemonSetStrategy;
import io.coxswain.apiserver.kinds.workload.DeploymentStrategy;
import io.coxswain.apiserver.kinds.workload.DisruptionBudgetStrategy;
import io.coxswain.apiserver.kinds.workload.FirstAutoscaler;
import io.coxswain.apiserver.kinds.workload.JobStrategy;
import io.coxswain.apiserver.kinds.workload.PodTemplateStrategy;
import io.coxswain.apiserver.kinds.workload.ReplicaSetStrategy;
import io.coxswain.apiserver.kinds.workload.ReplicationControllerStrategy;
import io.coxswain.apiserver.kinds.workload.StatefulSetStrategy;
import io.coxswain.apiserver.policy.PolicyStrategy;
import io.coxswain.apiserver.spi.ApiFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The table of built-in kinds; no other kinds are served. */
public final class BuiltInKinds {
  private static final String READ = "get";

  private BuiltInKinds() {}

  /** The kinds that are served by default. */
  public static List<ServedKind> all() {
    return all(ApiFeatures.DEFAULT);
  }

  public static List<ServedKind> all(ApiFeatures features) {
    return Stream.of(
            core(),
            apps(),
            ClusterKinds.all(),
            AccessKinds.questions(),
            autoscaling(),
            batch(),
            NetworkKinds.all(),
            policy(),
            AccessKinds.roles(),
            StorageKinds.all(),
            AccessKinds.webhooks(),
            ResourceKinds.all(features),
            extension(),
            optional(features),
            others())
        .flatMap(List::stream)
        .map(KindBuilder::build)
        .toList();
  }

  private static List<KindBuilder> core() {
    return List.of(
        namespaced("", "v1", "Binding", "bindings").verbs("create"),
        pods(),
        namespaced("", "v1", "PodTemplate", "podtemplates")
            .generation(Generation.TEMPLATE)
            .returnedByDelete()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new PodTemplateStrategy()),
        namespaced("", "v1", "ReplicationController", "replicationcontrollers")
            .shortNames("rc")
            .inAll()
            .scale()
            .status()
            .generation(Generation.SPEC)
            .orphansByDefault()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new ReplicationControllerStrategy()));
  }

  private static KindBuilder pods() {
    return namespaced("", "v1", "Pod", "pods")
        .shortNames("po")
        .inAll()
        .subresource("attach", "v1", "PodAttachOptions", "create", "get")
        .subresource("binding", "v1", "Binding", "create")
        .subresource("ephemeralcontainers", "v1", "Pod", "get", "patch", "update")
        .subresource("exec", "v1", "PodExecOptions", "create", "get")
        .subresource("portforward", "v1", "PodPortForwardOptions", "create", "get")
        .subresource("eviction", "policy/v1", "Eviction", "create")
        .subresource("log", "v1", "Pod", READ)
        .subresource("proxy", "v1", "PodProxyOptions", "create", "delete", "get", "patch", "update")
        .subresource("resize", "v1", "Pod", "get", "patch", "update")
        .status()
        .generation(Generation.SPEC)
        .returnedByDelete()
        .unownedByStatus("spec", "metadata.deletionTimestamp", "metadata.ownerReferences")
        .strategy(new PodStrategy());
  }

  private static List<KindBuilder> apps() {
    return List.of(
        namespaced("apps", "v1", "ControllerRevision", "controllerrevisions")
            .strategy(new ControllerRevisionStrategy()),
        namespaced("apps", "v1", "DaemonSet", "daemonsets")
            .shortNames("ds")
            .inAll()
            .status()
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new DaemonSetStrategy()),
        namespaced("apps", "v1", "Deployment", "deployments")
            .shortNames("deploy")
            .inAll()
            .scale()
            .status()
            .generation(Generation.SPEC_OR_ANNOTATIONS)
            .metadataChecks(MetadataChecks.CHANGES)
            .unownedByStatus("spec", "metadata.labels")
            .strategy(new DeploymentStrategy()),
        namespaced("apps", "v1", "ReplicaSet", "replicasets")
            .shortNames("rs")
            .inAll()
            .scale()
            .status()
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new ReplicaSetStrategy()),
        namespaced("apps", "v1", "StatefulSet", "statefulsets")
            .shortNames("sts")
            .inAll()
            .scale()
            .status()
            .generation(Generation.SPEC)
            .names(NameRule.LABEL)
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new StatefulSetStrategy()));
  }

  private static List<KindBuilder> autoscaling() {
    var first = new FirstAutoscaler();
    return List.of(
        namespaced("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers")
            .shortNames("hpa")
            .inAll()
            .status()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new AutoscalerStrategy()),
        namespaced("autoscaling", "v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers")
            .shortNames("hpa")
            .inAll()
            .status()
            .storedAs("horizontalpodautoscalers.autoscaling", first)
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(first));
  }

  private static List<KindBuilder> batch() {
    return List.of(
        namespaced("batch", "v1", "CronJob", "cronjobs")
            .shortNames("cj")
            .inAll()
            .status()
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.CHANGES.withoutStatus())
            .strategy(new CronJobStrategy()),
        namespaced("batch", "v1", "Job", "jobs")
            .inAll()
            .status()
            .generation(Generation.SPEC)
            .orphansByDefault()
            .strategy(new JobStrategy()));
  }

  private static List<KindBuilder> policy() {
    return List.of(
        namespaced("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets")
            .shortNames("pdb")
            .names(NameRule.PATH_SEGMENT)
            .status()
            .generation(Generation.SPEC)
            .updatedOnlyAtRevision()
            .metadataChecks(MetadataChecks.NEITHER.withoutStatus().onlyIfOtherwiseValid())
            .strategy(new DisruptionBudgetStrategy()));
  }

  private static List<KindBuilder> extension() {
    List<String> category = List.of("api-extensions");
    String admission = "admissionregistration.k8s.io";
    return List.of(
        cluster(admission, "v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies")
            .categories(category)
            .status()
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.WHOLE)
            .unownedByStatus("spec", "metadata")
            .strategy(PolicyStrategy.ofPolicies()),
        cluster(
                admission,
                "v1",
                "ValidatingAdmissionPolicyBinding",
                "validatingadmissionpolicybindings")
            .categories(category)
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.WHOLE)
            .strategy(PolicyStrategy.ofBindings()),
        cluster(
                "apiextensions.k8s.io",
                "v1",
                "CustomResourceDefinition",
                "customresourcedefinitions")
            .shortNames("crd", "crds")
            .categories(category)
            .status()
            .generation(Generation.SPEC)
            .updatedOnlyAtRevision()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new CustomResourceDefinitionStrategy()));
  }

  /** The kinds of versions that are served on request. */
  private static List<KindBuilder> optional(ApiFeatures features) {
    String admission = "admissionregistration.k8s.io";
    var all = new ArrayList<KindBuilder>();
    for (String version : List.of("v1beta1", "v1alpha1")) {
      if (features.serves(admission + "/" + version)) {
        all.add(
            mutating(version, "MutatingAdmissionPolicy", "mutatingadmissionpolicies")
                .strategy(PolicyStrategy.ofMutatingPolicies()));
        all.add(
            mutating(version, "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings")
                .strategy(PolicyStrategy.ofMutatingBindings()));
      }
    }
    all.addAll(ClusterKinds.optional(features));
    all.addAll(ResourceKinds.optional(features));
    return all;
  }

  private static KindBuilder mutating(String version, String kind, String plural) {
    String group = "admissionregistration.k8s.io";
    KindBuilder builder =
        cluster(group, version, kind, plural)
            .categories(List.of("api-extensions"))
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.WHOLE);
    String stored = group + "/v1beta1";
    return version.equals("v1beta1")
        ? builder
        : builder.storedAs(
            plural + "." + group, new SameShape(kind, group + "/" + version, stored));
  }

  private static List<KindBuilder> others() {
    return List.of(
        namespaced("coordination.k8s.io", "v1", "Lease", "leases")
            .createdByPut()
            .updatedOnlyAtRevision()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new LeaseStrategy()));
  }
}
