package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.kruise.KruiseClaimRetention;
import io.coxswain.api.kruise.KruiseRollingUpdate;
import io.coxswain.api.kruise.KruiseScaleStrategy;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.kruise.KruiseUpdateStrategy;
import io.coxswain.api.slurm.ClaimRetention;
import io.coxswain.api.slurm.NodeSetSpec;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.coxswain.slurm.values.NodeSetValues;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The workers of a NodeSet. */
final class Worker {
  private Worker() {}

  /** One Service for all workers of a cluster: by it Slurm knows their addresses. */
  static Service umbrellaService(NodeSetValues set) {
    Names names = set.cluster().names();
    return Services.inside(
            set.cluster(),
            Component.NODESET,
            names.service(Component.NODESET),
            port(set),
            WorkerContainers.NAME)
        .editSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .endSpec()
        .build();
  }

  static Service service(NodeSetValues set) {
    Names names = set.cluster().names();
    return Services.inside(
            set.cluster(),
            Component.NODESET,
            names.nodeSetService(set.name()),
            matching(set),
            port(set),
            WorkerContainers.NAME)
        .editSpec()
        .withClusterIP("None")
        .endSpec()
        .build();
  }

  static int port(NodeSetValues set) {
    return or(set.spec().getSlurmd().getPort(), 0);
  }

  private static SortedMap<String, String> matching(NodeSetValues set) {
    return Labels.with(
        Labels.matching(Component.NODESET, set.cluster().names().cluster()),
        Map.of(Labels.NODESET, set.name()));
  }

  private static SortedMap<String, String> labels(NodeSetValues set) {
    SortedMap<String, String> labels =
        Labels.of(Component.NODESET, set.cluster().names().cluster());
    labels.put(Labels.NODESET, set.name());
    labels.put(Labels.WORKER, "true");
    labels.put(Labels.ROLLING_UPDATE, String.valueOf(set.slurmAware()));
    return labels;
  }

  static HasMetadata statefulSet(NodeSetValues set) {
    Names names = set.cluster().names();
    NodeSetSpec asked = set.spec();
    Volumes volumes = WorkerVolumes.of(set);
    var annotations = new TreeMap<String, String>();
    annotations.put("kruise.io/auto-generate-persistent-pod-state", "true");
    annotations.put("kruise.io/preferred-persistent-topology", "kubernetes.io/hostname");
    var podAnnotations = new TreeMap<>(Pods.defaultContainer(WorkerContainers.NAME));
    podAnnotations.putAll(asked.getWorkerAnnotations());
    var scale = new KruiseScaleStrategy();
    scale.setMaxUnavailable(asked.getMaxUnavailable());
    var statefulSet = new KruiseStatefulSet();
    statefulSet.setMetadata(Pods.metadata(set.name(), names.namespace(), labels(set)));
    statefulSet.getMetadata().setAnnotations(annotations);
    var spec = statefulSet.getSpec();
    spec.setPodManagementPolicy("Parallel");
    spec.setServiceName(names.service(Component.NODESET));
    spec.setReplicas(set.replicas());
    spec.setReserveOrdinals(List.copyOf(set.reserved()));
    spec.setScaleStrategy(scale);
    spec.setUpdateStrategy(updateStrategy(set));
    spec.setSelector(Pods.selector(matching(set)));
    spec.setVolumeClaimTemplates(volumes.claims());
    // OpenKruise's word for: when the claim itself is deleted.
    spec.setVolumeClaimUpdateStrategy(
        StatefulSetRender.claims(set.slurmAware() ? "OnDelete" : "OnPodRollingUpdate"));
    spec.setTemplate(Pods.template(labels(set), podAnnotations, pod(set, volumes)));
    spec.setPersistentVolumeClaimRetentionPolicy(
        retention(asked.getSlurmd().getVolumes().getPersistentVolumeClaimRetentionPolicy()));
    return StatefulSetRender.on(set.cluster().platform(), statefulSet);
  }

  private static KruiseUpdateStrategy updateStrategy(NodeSetValues set) {
    if (set.slurmAware()) {
      var strategy = new KruiseUpdateStrategy();
      strategy.setType("OnDelete");
      return strategy;
    }
    var update = new KruiseRollingUpdate();
    update.setMaxUnavailable(set.spec().getMaxUnavailable());
    update.setPodUpdatePolicy("InPlaceIfPossible");
    update.setPartition(0);
    update.setMinReadySeconds(0);
    return StatefulSetRender.rolling(update);
  }

  private static KruiseClaimRetention retention(@Nullable ClaimRetention asked) {
    var retention = new KruiseClaimRetention();
    retention.setWhenDeleted(orDelete(asked == null ? "" : text(asked.getWhenDeleted())));
    retention.setWhenScaled(orDelete(asked == null ? "" : text(asked.getWhenScaled())));
    return retention;
  }

  private static String orDelete(String policy) {
    return policy.isEmpty() ? "Delete" : policy;
  }

  private static PodSpec pod(NodeSetValues set, Volumes volumes) {
    NodeSetSpec asked = set.spec();
    Names names = set.cluster().names();
    return Pods.settled(
        new PodSpecBuilder()
            .withHostUsers(on(asked.getEnableHostUserNamespace()))
            .addNewReadinessGate(StatefulSetRender.IN_PLACE_GATE)
            .withPriorityClassName(Pods.orNull(asked.getPriorityClass()))
            .withServiceAccountName(names.nodeSetServiceAccount(set.name()))
            .withImagePullSecrets(asked.getImagePullSecrets())
            .withAffinity(asked.getAffinity())
            .withNodeSelector(
                asked.getNodeSelector().isEmpty() ? null : new TreeMap<>(asked.getNodeSelector()))
            .withTolerations(asked.getTolerations())
            .withInitContainers(init(set))
            .withContainers(containers(set))
            .withVolumes(volumes.all())
            .withSubdomain(names.service(Component.NODESET))
            .withNewDnsConfig()
            .withSearches(Login.searches(names))
            .endDnsConfig());
  }

  private static List<Container> init(NodeSetValues set) {
    NodeSetSpec asked = set.spec();
    var init = new ArrayList<Container>(asked.getCustomInitContainers());
    init.add(Containers.munge(NodeSetValues.container(asked.getMunge())));
    if (asked.getSssd() != null) {
      init.add(
          Containers.sssd(
              NodeSetValues.container(asked.getSssd()),
              asked.getSssdDebugLevel(),
              text(asked.getSssdLdapCAConfigMapRefName())));
    }
    init.add(WorkerContainers.init(set));
    return init;
  }

  private static List<Container> containers(NodeSetValues set) {
    var containers = new ArrayList<Container>(List.of(WorkerContainers.slurmd(set)));
    if (WorkerContainers.docker(set)) {
      containers.add(WorkerContainers.dockerProxy(set));
    }
    return containers;
  }

  static List<Step.Reference> dependencies(NodeSetValues set) {
    ClusterValues cluster = set.cluster();
    var dependencies =
        new ArrayList<Step.Reference>(List.of(References.secret(cluster.names().munge())));
    if (cluster.accounting()) {
      dependencies.add(References.secret(cluster.names().slurmdbdConfigs()));
    }
    dependencies.add(References.configMap(set.supervisordConfig()));
    dependencies.add(References.configMap(set.sshdConfig()));
    return dependencies;
  }
}
