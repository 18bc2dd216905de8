package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.runtime.controller.Reconciliation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates many things in batches of 1, 2, 4, ... so that what must fail for all, such as an
 * exhausted quota, fails once.
 */
public final class SlowStart {
  private SlowStart() {}

  /** Makes one of the things. */
  @FunctionalInterface
  public interface Maker<T> {
    void make(T thing) throws ApiException;
  }

  /** Makes the things in order; after a batch with a failure the rest is left. */
  public static <T> @Nullable ApiException run(
      Reconciliation pass, List<T> things, Maker<T> maker) {
    int size = 1;
    for (int from = 0; from < things.size(); from += size, size *= 2) {
      List<T> batch = things.subList(from, Math.min(things.size(), from + size));
      try (Reconciliation.Fork fork = pass.fork(batch.size())) {
        for (T thing : batch) {
          fork.run(() -> maker.make(thing));
        }
      } catch (ApiException e) {
        return e;
      }
    }
    return null;
  }

  /** Whether a creation was refused because its namespace is being deleted. */
  public static boolean namespaceEnds(ApiException e) {
    var details = e.status().getDetails();
    return details != null
        && details.getCauses() != null
        && details.getCauses().stream().anyMatch(c -> "NamespaceTerminating".equals(c.getReason()));
  }
}
