package io.coxswain.slurm.checks.podephemeralstorage;

import io.coxswain.api.Quantities;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What follows from how full the storage of a pod is. */
enum StoragePlan {
  /** Neither. */
  LEAVE,
  /** Full enough for a warning. */
  WARN,
  /** So full that nothing more may start there. */
  WARN_AND_DRAIN,
  /** Empty enough again. */
  RESUME;

  private static final String RESOURCE = "ephemeral-storage";
  private static final String PREFIX = "[user_problem] pod_ephemeral_storage";

  /**
   * @param drainAbove in percent
   * @param resumeBelow in percent
   */
  static StoragePlan of(Usage usage, double drainAbove, double resumeBelow, SlurmNode node) {
    if (usage.percent() > drainAbove) {
      return node.is(NodeState.DRAIN) ? WARN : WARN_AND_DRAIN;
    }
    return usage.percent() < resumeBelow && mayResume(node) ? RESUME : LEAVE;
  }

  /** A node that is down would become idle by it without being up. */
  static boolean mayResume(SlurmNode node) {
    return node.is(NodeState.DRAIN) && node.reason().startsWith(PREFIX) && !node.is(NodeState.DOWN);
  }

  /** The reason of the drain: what is wrong, and for its users, what to do. */
  static String reason(Usage usage, String node) {
    return String.format(
        Locale.ROOT,
        PREFIX
            + " %1$.2f%% of ephemeral storage is used. To free some: delete what 'ssh %2$s"
            + " /opt/soperator_utils/fs_usage.sh -l' lists, remove containers that 'ssh %2$s enroot"
            + " list' and 'ssh %2$s docker ps -a' show and nobody needs; or 'scontrol reboot %2$s';"
            + " or stop and start the InstanceId that 'scontrol show node %2$s' tells. Then"
            + " 'scontrol update nodename=%2$s state=resume'.",
        usage.percent(),
        node);
  }

  static String message(Usage usage, Pod pod) {
    return String.format(
        Locale.ROOT,
        "Pod %s in namespace %s is using %.2f%% of its ephemeral storage limit (%d bytes used, %d"
            + " bytes limit)",
        pod.getMetadata().getName(),
        pod.getMetadata().getNamespace(),
        usage.percent(),
        usage.used(),
        usage.limit());
  }

  /** How much of what there may be is used. */
  record Usage(long used, long limit) {
    double percent() {
      return (double) used / limit * 100;
    }
  }

  /** What all containers may use together; 0 when that is not limited. */
  static long limit(Pod pod) {
    var containers = new ArrayList<Container>(pod.getSpec().getContainers());
    containers.addAll(pod.getSpec().getInitContainers());
    return containers.stream().mapToLong(StoragePlan::limit).sum();
  }

  private static long limit(Container container) {
    Map<String, Quantity> limits =
        container.getResources() == null ? null : container.getResources().getLimits();
    Quantity limit = limits == null ? null : limits.get(RESOURCE);
    if (limit == null) {
      return 0;
    }
    BigDecimal value = Quantities.value(limit.toString());
    return value.setScale(0, RoundingMode.UP).longValue();
  }

  static boolean isWorker(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return labels != null
        && "true".equals(labels.get("slurm.nebius.ai/worker"))
        && "slurm-operator".equals(labels.get("app.kubernetes.io/managed-by"))
        && pod.getMetadata().getOwnerReferences().stream()
            .anyMatch(
                owner ->
                    owner.getKind().equals("StatefulSet")
                        && List.of("apps.kruise.io/v1beta1", "apps/v1")
                            .contains(owner.getApiVersion()));
  }
}
