package io.coxswain.trainer.framework;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Conditions, of which there is at most one of a type. */
public final class Conditions {
  private Conditions() {}

  public static Optional<Condition> find(List<Condition> conditions, String type) {
    return conditions.stream().filter(c -> c.getType().equals(type)).findFirst();
  }

  public static boolean isTrue(List<Condition> conditions, String type) {
    return find(conditions, type).filter(c -> c.getStatus().equals("True")).isPresent();
  }

  /** In place of the one of its type, which keeps its time unless the status changes. */
  public static void set(List<Condition> conditions, Condition condition) {
    for (int i = 0; i < conditions.size(); i++) {
      Condition old = conditions.get(i);
      if (old.getType().equals(condition.getType())) {
        if (old.getStatus().equals(condition.getStatus())) {
          condition.setLastTransitionTime(old.getLastTransitionTime());
        }
        conditions.set(i, condition);
        return;
      }
    }
    conditions.add(condition);
  }

  public static Condition of(
      String type, boolean status, String reason, String message, Instant now) {
    return new ConditionBuilder()
        .withType(type)
        .withStatus(status ? "True" : "False")
        .withReason(reason)
        .withMessage(message)
        .withLastTransitionTime(now.truncatedTo(ChronoUnit.SECONDS).toString())
        .build();
  }
}
