package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.kinds.ServedKind;

/** Evaluates the {@code matchConditions} of webhooks. */
@FunctionalInterface
public interface Conditions {

  /**
   * Whether all conditions hold.
   *
   * @param kind in whose version the object is seen
   * @throws EvaluationException when that cannot be said: some cannot be evaluated, and none that
   *     can is false
   */
  boolean hold(JsonNode conditions, Attributes attributes, ServedKind kind)
      throws EvaluationException;

  /** A condition could not be evaluated. */
  final class EvaluationException extends Exception {
    public EvaluationException(String why) {
      super(why, null, false, false);
    }
  }

  /** Can evaluate none. */
  static Conditions none() {
    return (conditions, attributes, kind) -> {
      throw new EvaluationException("this server does not evaluate match conditions");
    };
  }
}
