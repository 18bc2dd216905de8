package io.coxswain.slurm.reconcile;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** Things to do one after another, of which each may fail without keeping the others back. */
public final class Steps {
  private final SequencedMap<String, Exception> failures = new LinkedHashMap<>();

  /** Something that may fail. */
  @FunctionalInterface
  public interface Step {
    void run() throws ApiException;
  }

  /** Runs the step now. Exceptions are kept, unless the task was cancelled. */
  public void run(String name, Step step) {
    try {
      step.run();
    } catch (CancelledException e) {
      throw e;
    } catch (ApiException | RuntimeException e) {
      failures.put(name, e);
    }
  }

  public boolean failed() {
    return !failures.isEmpty();
  }

  /** Whether steps failed, and all of them only because objects do not exist yet. */
  public boolean lacksOnlyDependencies() {
    return failed()
        && failures.values().stream().allMatch(MissingDependencyException.class::isInstance);
  }

  /** What went wrong by step, in order; empty when nothing did. */
  public SequencedMap<String, Exception> failures() {
    return failures;
  }

  /** {@code <step>: <error>; <step>: <error>}. */
  public String message() {
    return failures.entrySet().stream().map(Steps::text).collect(Collectors.joining("; "));
  }

  private static String text(Map.Entry<String, Exception> failure) {
    String message = failure.getValue().getMessage();
    return failure.getKey()
        + ": "
        + (message == null ? failure.getValue().getClass().getSimpleName() : message);
  }
}
