package io.coxswain.apiserver.rules;

import java.util.List;
import java.util.TreeSet;

/** The rules for conditions of the common form. */
public final class ConditionRules {
  private static final int REASON_LIMIT = 1024;
  private static final int MESSAGE_LIMIT = 32 * 1024;

  private ConditionRules() {}

  public static void check(Field conditions) {
    var types = new TreeSet<String>();
    for (Field condition : conditions.items()) {
      condition.get("type").orEmpty().notAmong(types);
      condition.get("type").matches(Formats::qualifiedName);
      condition.get("status").oneOf(List.of("False", "True", "Unknown"));
      if (condition.get("observedGeneration").number() < 0) {
        condition.get("observedGeneration").invalid("must be greater than or equal to zero");
      }
      condition.get("lastTransitionTime").isGiven();
      Field reason = condition.get("reason");
      if (reason.isGiven()) {
        reason.matches(Formats::reason);
        if (reason.text().length() > REASON_LIMIT) {
          reason.tooLong(REASON_LIMIT);
        }
      }
      if (condition.text("message").length() > MESSAGE_LIMIT) {
        condition.get("message").tooLong(MESSAGE_LIMIT);
      }
    }
  }
}
