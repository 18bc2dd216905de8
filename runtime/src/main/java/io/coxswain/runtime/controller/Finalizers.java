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
 * The finalizers of a kind. An object that is not being deleted gets all finalizers; on an object
 * that is being deleted, each remaining finalizer is run and removed when it succeeds.
 */
public final class Finalizers<T extends HasMetadata> {
  private final Map<String, Finalizer<T>> byName = new LinkedHashMap<>();

  /** Cleans up before the object is deleted. May be run again after it has succeeded. */
  @FunctionalInterface
  public interface Finalizer<T> {
    void run(T object) throws ApiException;
  }

  /**
   * Adds a finalizer.
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
   * Adds or runs the finalizers of the object. All are run even if one fails; successes are written
   * before the first failure is thrown.
   *
   * @return the current object
   */
  public T settle(Client client, T object) throws ApiException {
    boolean deleting = object.getMetadata().getDeletionTimestamp() != null;
    var kept = new ArrayList<>(object.getMetadata().getFinalizers());
    List<ApiException> failures = new ArrayList<>();
    for (var entry : byName.entrySet()) {
      if (!deleting) {
        if (!kept.contains(entry.getKey())) {
          kept.add(entry.getKey());
        }
      } else if (kept.contains(entry.getKey())) {
        try {
          entry.getValue().run(object);
          kept.remove(entry.getKey());
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
