package io.coxswain.slurm.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The conditions of an object while they are worked out. Each keeps its place; its time changes
 * only with its status, and the generation it was observed at is left as it is.
 */
public final class Conditions {
  public static final String TRUE = "True";
  public static final String FALSE = "False";
  public static final String UNKNOWN = "Unknown";

  private final List<Condition> list;
  private final Instant now;

  public Conditions(List<Condition> present, Instant now) {
    this.list = new ArrayList<>(present);
    this.now = now;
  }

  public Optional<Condition> find(String type) {
    return list.stream().filter(condition -> type.equals(condition.getType())).findFirst();
  }

  public void set(String type, String status, String reason, String message) {
    Optional<Condition> old = find(type);
    if (old.isEmpty()) {
      list.add(
          new ConditionBuilder()
              .withType(type)
              .withStatus(status)
              .withReason(reason)
              .withMessage(message)
              .withLastTransitionTime(time())
              .build());
      return;
    }
    Condition was = old.get();
    boolean sameStatus = status.equals(was.getStatus());
    if (sameStatus
        && Objects.equals(reason, was.getReason())
        && Objects.equals(message, was.getMessage())) {
      return;
    }
    list.set(
        list.indexOf(was),
        new ConditionBuilder(was)
            .withStatus(status)
            .withReason(reason)
            .withMessage(message)
            .withLastTransitionTime(sameStatus ? was.getLastTransitionTime() : time())
            .build());
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

  private String time() {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
