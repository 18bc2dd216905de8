package io.coxswain.real;

import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Says at the end how much ran on real servers. */
public final class Summary implements TestExecutionListener {
  private final TreeMap<String, Integer> ran = new TreeMap<>();
  private int left;
  private int failed;

  @Override
  public synchronized void executionSkipped(TestIdentifier test, String reason) {
    left++;
    if (reason.contains(Assets.VARIABLE)) {
      System.out.println(reason);
    }
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (!test.isTest()) {
      return;
    }
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      failed++;
    }
    test.getSource()
        .filter(org.junit.platform.engine.support.descriptor.MethodSource.class::isInstance)
        .map(org.junit.platform.engine.support.descriptor.MethodSource.class::cast)
        .ifPresent(
            source ->
                ran.merge(
                    source.getClassName().replaceAll("io\\.coxswain\\.(\\w+)\\..*", "$1"),
                    1,
                    Integer::sum));
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    if (!ran.isEmpty()) {
      System.out.println(
          "on a real kube-apiserver: "
              + ran.values().stream().mapToInt(Integer::intValue).sum()
              + " tests ran, by module "
              + ran
              + "; "
              + failed
              + " failed; "
              + left
              + " classes and tests left to virtual time");
    }
  }
}
