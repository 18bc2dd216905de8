package io.coxswain.kube.common;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Taints of nodes and tolerations of pods. */
public final class Taints {
  public static final String NOT_READY = "node.kubernetes.io/not-ready";
  public static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  public static final String NO_SCHEDULE = "NoSchedule";
  public static final String NO_EXECUTE = "NoExecute";

  private Taints() {}

  public static List<Taint> of(Node node) {
    return node.getSpec() == null || node.getSpec().getTaints() == null
        ? List.of()
        : node.getSpec().getTaints();
  }

  /** The NoExecute taints. */
  public static List<Taint> noExecute(Node node) {
    return of(node).stream().filter(t -> NO_EXECUTE.equals(t.getEffect())).toList();
  }

  public static boolean has(List<Taint> taints, String key, String effect) {
    return taints.stream().anyMatch(t -> is(t, key, effect));
  }

  /** Taints are equal if key and effect are, regardless of the value. */
  public static boolean is(Taint taint, String key, String effect) {
    return key.equals(taint.getKey()) && effect.equals(taint.getEffect());
  }

  public static Taint since(String key, String effect, Instant time) {
    return new TaintBuilder()
        .withKey(key)
        .withEffect(effect)
        .withTimeAdded(Timestamps.format(time))
        .build();
  }

  /** Adds a taint to the given node object only, replacing an equal one. */
  public static void put(Node node, Taint taint) {
    var taints = new ArrayList<>(of(node));
    for (int i = 0; i < taints.size(); i++) {
      if (is(taints.get(i), taint.getKey(), taint.getEffect())) {
        taints.set(i, taint);
        node.getSpec().setTaints(taints);
        return;
      }
    }
    taints.add(taint);
    node.getSpec().setTaints(taints);
  }

  /** Removes a taint from the given node object only. */
  public static void remove(Node node, String key, String effect) {
    var taints = new ArrayList<>(of(node));
    taints.removeIf(t -> is(t, key, effect));
    node.getSpec().setTaints(taints);
  }

  public static boolean tolerates(Toleration toleration, Taint taint) {
    if (isSet(toleration.getEffect()) && !toleration.getEffect().equals(taint.getEffect())) {
      return false;
    }
    if (isSet(toleration.getKey()) && !toleration.getKey().equals(taint.getKey())) {
      return false;
    }
    return switch (Objects.requireNonNullElse(toleration.getOperator(), "")) {
      case "", "Equal" ->
          Objects.requireNonNullElse(toleration.getValue(), "")
              .equals(Objects.requireNonNullElse(taint.getValue(), ""));
      case "Exists" -> true;
      default -> false;
    };
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  /** The first toleration of each taint; empty if one of them is not tolerated. */
  public static Optional<List<Toleration>> matching(
      List<Taint> taints, List<Toleration> tolerations) {
    var used = new ArrayList<Toleration>();
    for (Taint taint : taints) {
      Optional<Toleration> match =
          tolerations.stream().filter(t -> tolerates(t, taint)).findFirst();
      if (match.isEmpty()) {
        return Optional.empty();
      }
      used.add(match.get());
    }
    return Optional.of(used);
  }
}
