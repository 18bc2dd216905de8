package io.coxswain.api.schema;

import org.jspecify.annotations.Nullable;

/** One entry of {@code x-kubernetes-validations}. */
public record Rule(
    String rule,
    @Nullable String message,
    @Nullable String messageExpression,
    @Nullable String reason,
    @Nullable String fieldPath,
    @Nullable Boolean optionalOldSelf) {

  /** A rule with a fixed message. */
  public static Rule of(String rule, String message) {
    return new Rule(rule, message, null, null, null, null);
  }
}
