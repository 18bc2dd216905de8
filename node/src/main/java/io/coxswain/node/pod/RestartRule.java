package io.coxswain.node.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerRestartRule;
import io.fabric8.kubernetes.api.model.Pod;
import org.jspecify.annotations.Nullable;

/** Whether a container that has ended runs again. */
public final class RestartRule {
  private RestartRule() {}

  /** Whether an init container keeps running alongside the others instead of ending before them. */
  public static boolean isSidecar(Container initContainer) {
    return "Always".equals(initContainer.getRestartPolicy());
  }

  public static boolean restartsInit(Pod pod, Container container, ContainerLife.Exited ended) {
    return isSidecar(container) || (!ended.succeeded() && restarts(pod, container, ended));
  }

  public static boolean restarts(Pod pod, Container container, ContainerLife.Exited ended) {
    if (ended.resizing()) {
      return true;
    }
    String own = orEmpty(container.getRestartPolicy());
    if (!own.isEmpty()
        && container.getRestartPolicyRules().stream().anyMatch(rule -> restarts(rule, ended))) {
      return true;
    }
    return switch (own.isEmpty() ? policy(pod) : own) {
      case "Never" -> false;
      case "OnFailure" -> !ended.succeeded();
      default -> true;
    };
  }

  /**
   * Other actions than a restart of the container are not enabled by default in Kubernetes 1.35.
   */
  private static boolean restarts(ContainerRestartRule rule, ContainerLife.Exited ended) {
    if (!"Restart".equals(rule.getAction()) || rule.getExitCodes() == null) {
      return false;
    }
    boolean listed = rule.getExitCodes().getValues().contains(ended.code());
    return switch (orEmpty(rule.getExitCodes().getOperator())) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      default -> false;
    };
  }

  private static String policy(Pod pod) {
    return orEmpty(pod.getSpec().getRestartPolicy());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
