package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.kinds.ServedKind;

/** Evaluates the {@code matchConditions} of webhooks. */
@FunctionalInterface
public interface Conditions {

  /**
   * Whether all conditions are true.
   *
   * @param kind the version in which the object is presented
   * @throws EvaluationException if the result is unknown: some conditions cannot be evaluated, and
   *     none of the others is false
   */
  boolean hold(JsonNode conditions, Attributes attributes, ServedKind kind)
      throws EvaluationException;

  /** A condition could not be evaluated. */
  final class EvaluationException extends Exception {
    public EvaluationException(String why) {
      super(why, null, false, false);
    }
  }

  /** Cannot evaluate any condition. */
  static Conditions none() {
    return (conditions, attributes, kind) -> {
      throw new EvaluationException("this server does not evaluate match conditions");
    };
  }
}
