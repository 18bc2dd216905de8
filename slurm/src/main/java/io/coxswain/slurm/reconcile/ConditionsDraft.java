package io.coxswain.slurm.reconcile;

import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of an object while they are worked out. Each keeps its place; its time changes
 * only with its status, and the generation it was observed at is left as it is.
 */
public final class ConditionsDraft {
  public static final String TRUE = "True";
  public static final String FALSE = "False";
  public static final String UNKNOWN = "Unknown";

  private final List<Condition> before;
  private final List<Condition> list;
  private final Instant now;

  public ConditionsDraft(List<Condition> present, Instant now) {
    this.before = List.copyOf(present);
    this.list = new ArrayList<>(present);
    this.now = now;
  }

  public Optional<Condition> find(String type) {
    return Conditions.META.find(list, type);
  }

  public void set(String type, String status, String reason, String message) {
    ConditionBuilder builder =
        find(type).map(ConditionBuilder::new).orElseGet(ConditionBuilder::new);
    Conditions.META.set(
        list,
        builder
            .withType(type)
            .withStatus(status)
            .withReason(reason)
            .withMessage(message)
            .withLastTransitionTime(transitionTime(type, status))
            .build());
  }

  /** A condition that a reconcile sets twice may end with the status that it had before. */
  private String transitionTime(String type, String status) {
    return Conditions.META
        .find(before, type)
        .filter(condition -> status.equals(condition.getStatus()))
        .map(Condition::getLastTransitionTime)
        .orElseGet(() -> Timestamps.format(now));
  }

  public void setIfAbsent(String type, String status, String reason, String message) {
    if (find(type).isEmpty()) {
      set(type, status, reason, message);
    }
  }

  public void remove(String type) {
    list.removeIf(condition -> type.equals(condition.getType()));
  }

  public List<Condition> list() {
    return List.copyOf(list);
  }
}
