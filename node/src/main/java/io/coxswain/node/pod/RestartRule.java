package io.coxswain.node.pod;

import io.fabric8.kubernetes.api.model.Container;
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
    return isSidecar(container) || (!ended.succeeded() && !"Never".equals(policy(pod)));
  }

  public static boolean restarts(Pod pod, Container container, ContainerLife.Exited ended) {
    if (ended.resizing()) {
      return true;
    }
    String own = orEmpty(container.getRestartPolicy());
    return switch (own.isEmpty() ? policy(pod) : own) {
      case "Never" -> false;
      case "OnFailure" -> !ended.succeeded();
      default -> true;
    };
  }

  private static String policy(Pod pod) {
    return orEmpty(pod.getSpec().getRestartPolicy());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
