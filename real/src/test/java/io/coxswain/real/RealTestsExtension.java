package io.coxswain.real;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Stands around every test of this module: leaves out what needs virtual time. */
public final class RealTestsExtension implements ExecutionCondition, BeforeEachCallback {
  private static final ConditionEvaluationResult RUNS = ConditionEvaluationResult.enabled("");
  private static final boolean THERE = Assets.find().isPresent();

  private final VirtualTimeOnly virtual = VirtualTimeOnly.read();

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (!THERE) {
      return ConditionEvaluationResult.disabled(Assets.absence());
    }
    if (context.getTestClass().isEmpty()) {
      return RUNS;
    }
    return virtual.reason(context).map(ConditionEvaluationResult::disabled).orElse(RUNS);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    RealEnvironment.nextTest();
  }
}
