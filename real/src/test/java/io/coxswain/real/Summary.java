package io.coxswain.real;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Notes which tests passed on real servers, and which were left out. */
public final class Summary implements TestExecutionListener {
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
