package io.coxswain.sim.junit;

import io.coxswain.sim.WorldFailure;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.function.Executable;

/**
 * Records the run of a simulation that made a test fail, and names the file in the test's report.
 * JUnit finds it by itself where {@code junit.jupiter.extensions.autodetection.enabled} is set; it
 * does nothing unless the system property {@value #FOLDER} names a folder.
 */
public final class FailureRecorder implements InvocationInterceptor {
  static final String FOLDER = "coxswain.recordings";

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> test,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    recorded(() -> test.proceed(), System.getProperty(FOLDER, ""));
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> test,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    recorded(() -> test.proceed(), System.getProperty(FOLDER, ""));
  }

  @Override
  public void interceptDynamicTest(
      Invocation<@Nullable Void> test, DynamicTestInvocationContext call, ExtensionContext context)
      throws Throwable {
    recorded(() -> test.proceed(), System.getProperty(FOLDER, ""));
  }

  static void recorded(Executable test, String folder) throws Throwable {
    try {
      test.execute();
    } catch (WorldFailure e) {
      throw folder.isEmpty() ? e : e.recordedIn(Path.of(folder).toAbsolutePath());
    }
  }
}
