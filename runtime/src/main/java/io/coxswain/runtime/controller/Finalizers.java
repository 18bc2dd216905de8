package io.coxswain.runtime.controller;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.ApiException;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What must be done before objects of a kind may go. An object that is not being deleted gets all
 * finalizers; on one that is, each that it still has is run, and taken off when that succeeded.
 */
public final class Finalizers<T extends HasMetadata> {
  private final Map<String, Finalizer<T>> byName = new LinkedHashMap<>();

  /** Does what must be done before the object goes. May be run again after it succeeded. */
  @FunctionalInterface
  public interface Finalizer<T> {
    void run(T object) throws ApiException;
  }

  /**
   * Adds one.
   *
   * @param name qualified, such as {@code example.com/cleanup}
   */
  @CanIgnoreReturnValue
  public Finalizers<T> register(String name, Finalizer<T> finalizer) {
    if (byName.putIfAbsent(name, finalizer) != null) {
      throw new IllegalArgumentException("finalizer for key \"" + name + "\" already registered");
    }
    return this;
  }

  /**
   * Brings the finalizers of the object up to date. All are run, whatever becomes of one; what
   * succeeded is written before the first failure is thrown.
   *
   * @return the object as it is now
   */
  public T settle(Client client, T object) throws ApiException {
    boolean deleting = object.getMetadata().getDeletionTimestamp() != null;
    var kept = new ArrayList<>(object.getMetadata().getFinalizers());
    List<ApiException> failures = new ArrayList<>();
    for (var each : byName.entrySet()) {
      if (!deleting) {
        if (!kept.contains(each.getKey())) {
          kept.add(each.getKey());
        }
      } else if (kept.contains(each.getKey())) {
        try {
          each.getValue().run(object);
          kept.remove(each.getKey());
        } catch (ApiException e) {
          failures.add(e);
        }
      }
    }
    T settled = client.patch(object, o -> o.getMetadata().setFinalizers(kept));
    if (!failures.isEmpty()) {
      ApiException first = failures.getFirst();
      failures.subList(1, failures.size()).forEach(first::addSuppressed);
      throw first;
    }
    return settled;
  }
}
