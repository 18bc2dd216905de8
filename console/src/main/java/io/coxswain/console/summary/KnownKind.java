package io.coxswain.console.summary;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import java.util.Arrays;
import java.util.Optional;

/** The kinds that the views follow. */
@SuppressWarnings("ImmutableEnumChecker") // resource types are values
public enum KnownKind {
  POD(new ResourceType("", "v1", "Pod", "pods", true)),
  NODE(new ResourceType("", "v1", "Node", "nodes", false)),
  EVENT(new ResourceType("", "v1", "Event", "events", true)),
  CLAIM(new ResourceType("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", true)),
  JOB(new ResourceType("batch", "v1", "Job", "jobs", true)),
  REPLICA_SET(new ResourceType("apps", "v1", "ReplicaSet", "replicasets", true)),
  STATEFUL_SET(new ResourceType("apps", "v1", "StatefulSet", "statefulsets", true)),
  DAEMON_SET(new ResourceType("apps", "v1", "DaemonSet", "daemonsets", true)),
  DEPLOYMENT(new ResourceType("apps", "v1", "Deployment", "deployments", true)),
  JOB_SET(new ResourceType("jobset.x-k8s.io", "v1alpha2", "JobSet", "jobsets", true)),
  TRAIN_JOB(new ResourceType("trainer.kubeflow.org", "v1alpha1", "TrainJob", "trainjobs", true)),
  WORKLOAD(new ResourceType("kueue.x-k8s.io", "v1beta1", "Workload", "workloads", true)),
  POD_GROUP(new ResourceType("scheduling.x-k8s.io", "v1alpha1", "PodGroup", "podgroups", true)),
  VOLCANO_GROUP(
      new ResourceType("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups", true)),
  SLURM_CLUSTER(new ResourceType("slurm.nebius.ai", "v1", "SlurmCluster", "slurmclusters", true)),
  NODE_SET(new ResourceType("slurm.nebius.ai", "v1alpha1", "NodeSet", "nodesets", true)),
  ACTIVE_CHECK(
      new ResourceType("slurm.nebius.ai", "v1alpha1", "ActiveCheck", "activechecks", true)),
  POWER_STATE(
      new ResourceType(
          "slurm.nebius.ai", "v1alpha1", "NodeSetPowerState", "nodesetpowerstates", true));

  private final ResourceType type;

  KnownKind(ResourceType type) {
    this.type = type;
  }

  public ResourceType type() {
    return type;
  }

  /** A reference to an object of the kind. */
  public Ref ref(ObjectKey key) {
    return new Ref(type.group(), type.version(), type.plural(), key);
  }

  /** The kind of an object that another one names, such as an owner. */
  public static Optional<KnownKind> of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return Arrays.stream(values())
        .filter(known -> known.type.group().equals(group) && known.type.kind().equals(kind))
        .findFirst();
  }
}
