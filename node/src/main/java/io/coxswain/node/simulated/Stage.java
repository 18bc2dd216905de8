package io.coxswain.node.simulated;

import io.coxswain.api.LabelSelector;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One transition of a container: from a state, after a delay, to another.
 *
 * @param from the state that it begins in
 * @param weight its probability relative to the other matching stages; 0 only if there is no other
 * @param delay how long the container stays in the state
 * @param jitter up to so much longer
 * @param next what it gets into
 */
public record Stage(
    String name,
    Selector selector,
    State from,
    int weight,
    Duration delay,
    Duration jitter,
    Next next) {

  /** The states of a container. */
  public enum State {
    WAITING,
    STARTED,
    READY,
    STOPPING
  }

  /** The target states. */
  public sealed interface Next {

    /** It runs. */
    record Started() implements Next {}

    /** It runs and can do its work. */
    record Ready() implements Next {}

    /** It runs and cannot do its work for now. */
    record Unready() implements Next {}

    /** It has ended. */
    record Exited(int code, String reason, String message) implements Next {}

    /** It cannot be started, and waits for another try. */
    record Blocked(String reason, String message) implements Next {}
  }

  /**
   * Selects containers.
   *
   * @param labels of the pod
   * @param annotations of the pod that must have just these values
   * @param containers by name; all when empty
   * @param init only init containers that end, only others, or, when null, all
   * @param owner the kind of the pod's controller; any when empty
   * @param restartPolicies of the pod; any when empty
   * @param leastRestarts how often the container was started again at least
   * @param mostRestarts and at most
   */
  public record Selector(
      LabelSelector labels,
      Map<String, String> annotations,
      List<String> containers,
      @Nullable Boolean init,
      String owner,
      List<String> restartPolicies,
      int leastRestarts,
      int mostRestarts) {

    public Selector {
      annotations = new TreeMap<>(annotations);
      containers = List.copyOf(containers);
      restartPolicies = List.copyOf(restartPolicies);
    }

    static final Selector ALL =
        new Selector(
            LabelSelector.everything(),
            Map.of(),
            List.of(),
            null,
            "",
            List.of(),
            0,
            Integer.MAX_VALUE);

    boolean test(Pod pod, Container container, boolean isInit, int restarts) {
      return restarts >= leastRestarts
          && restarts <= mostRestarts
          && (init == null || init == isInit)
          && (containers.isEmpty() || containers.contains(container.getName()))
          && (restartPolicies.isEmpty()
              || restartPolicies.contains(pod.getSpec().getRestartPolicy()))
          && (owner.isEmpty() || owner.equals(ownerKind(pod)))
          && labels.test(pod.getMetadata().getLabels())
          && has(pod.getMetadata().getAnnotations());
    }

    private boolean has(@Nullable Map<String, String> present) {
      return annotations.isEmpty()
          || (present != null
              && annotations.entrySet().stream()
                  .allMatch(e -> e.getValue().equals(present.get(e.getKey()))));
    }

    private static String ownerKind(Pod pod) {
      return Owners.controllerOf(pod).map(OwnerReference::getKind).orElse("");
    }
  }
}
