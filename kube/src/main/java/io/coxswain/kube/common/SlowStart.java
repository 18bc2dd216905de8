package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.runtime.controller.Reconciliation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates objects in batches of 1, 2, 4, ..., so that an error that affects all of them, such as an
 * exhausted quota, occurs once.
 */
public final class SlowStart {
  private SlowStart() {}

  /** Creates one of the objects. */
  @FunctionalInterface
  public interface Maker<T> {
    void make(T thing) throws ApiException;
  }

  /** Creates the objects in order, and stops after a batch with a failure. */
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

  /** Whether a create request was rejected because the namespace is being deleted. */
  public static boolean namespaceEnds(ApiException e) {
    var details = e.status().getDetails();
    return details != null
        && details.getCauses() != null
        && details.getCauses().stream().anyMatch(c -> "NamespaceTerminating".equals(c.getReason()));
  }
}
