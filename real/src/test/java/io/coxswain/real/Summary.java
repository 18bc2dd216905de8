package io.coxswain.real;

import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Notes which tests passed on real servers, and which were left out. */
public final class Summary implements TestExecutionListener {
  /** With one of these, tests send other requests than usual. */
  private static final List<String> CHANGE_COUNTS =
      List.of("coxswain.seed", "coxswain.spoiled", "coxswain.generator", "coxswain.index");

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    for (String property : CHANGE_COUNTS) {
      if (System.getProperty(property) != null) {
        Tally.note("changed " + property);
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    Tally.note((reason.contains(Assets.VARIABLE) ? "absent " + reason : "left " + name(test)));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (!test.isTest()) {
      return;
    }
    switch (result.getStatus()) {
      case SUCCESSFUL -> Tally.note("passed " + name(test));
      case FAILED -> Tally.note("failed " + name(test));
      // An assumption did not hold.
      case ABORTED ->
          Tally.note(
              "aborted "
                  + name(test)
                  + result.getThrowable().map(why -> ": " + why.getMessage()).orElse(""));
    }
  }

  private static String name(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(source -> source.getClassName() + "#" + source.getMethodName())
        .map(method -> method + " " + test.getLegacyReportingName())
        .orElseGet(test::getDisplayName);
  }
}
