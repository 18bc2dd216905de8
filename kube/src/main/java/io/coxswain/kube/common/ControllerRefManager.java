package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Listing;
import io.coxswain.runtime.client.Outline;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects of an owner: those that it controls and that match its selector. Adopts
 * matching objects without a controller, and releases controlled ones that no longer match. An
 * instance serves one reconcile.
 *
 * @param <T> the type of the objects
 */
public final class ControllerRefManager<T extends HasMetadata> {
  private final Client client;
  private final HasMetadata owner;
  private final LabelSelector selector;
  private final Class<T> type;
  private Predicate<T> concerned = object -> true;
  private Predicate<T> fitting = object -> true;
  private Consumer<T> onAdoption = object -> {};
  private Consumer<T> onRelease = object -> {};
  private @Nullable Outline<T> outline;
  private boolean mayAdopt;
  private boolean asked;
  private @Nullable ApiException failure;

  public ControllerRefManager(
      Client client, HasMetadata owner, LabelSelector selector, Class<T> type) {
    this.client = client;
    this.owner = owner;
    this.selector = selector;
    this.type = type;
  }

  /** Reads only an outline of each object; adopted objects are returned in full. */
  public ControllerRefManager<T> by(Outline<T> part) {
    outline = part;
    return this;
  }

  /** Ignores other objects: they are neither claimed, adopted nor released. */
  public ControllerRefManager<T> among(Predicate<T> objects) {
    concerned = objects;
    return this;
  }

  /** An additional condition for objects of the owner. */
  public ControllerRefManager<T> matching(Predicate<T> more) {
    fitting = more;
    return this;
  }

  /** Additional edits of an object when it is adopted and when it is released. */
  public ControllerRefManager<T> marking(Consumer<T> adopted, Consumer<T> released) {
    onAdoption = adopted;
    onRelease = released;
    return this;
  }

  /**
   * The owner's objects after adoption.
   *
   * @throws ApiException the first failure, after all objects have been processed
   */
  public List<T> claim() throws ApiException {
    var mine = new ArrayList<T>();
    for (T object : outlined(client.list(type).controlledBy(owner)).toList()) {
      if (concerned.test(object)) {
        if (selector.test(object.getMetadata().getLabels()) && fitting.test(object)) {
          mine.add(object);
        } else if (!isDeleting(owner)) {
          trying(() -> release(object));
        }
      }
    }
    if (!isDeleting(owner)) {
      for (T object : orphans()) {
        if (concerned.test(object) && fitting.test(object) && !isDeleting(object)) {
          trying(() -> adopt(object).ifPresent(mine::add));
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
    return mine;
  }

  private List<T> orphans() throws ApiException {
    return outlined(
            client
                .list(type)
                .in(owner.getMetadata().getNamespace())
                .uncontrolled()
                .labels(selector))
        .toList();
  }

  private Listing<T> outlined(Listing<T> objects) {
    return outline == null ? objects : objects.by(outline);
  }

  private interface Step {
    void run() throws ApiException;
  }

  private void trying(Step step) {
    try {
      step.run();
    } catch (ApiException e) {
      failure = failure == null ? e : failure;
    }
  }

  private static boolean isDeleting(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  private void release(T object) throws ApiException {
    try {
      client.patch(
          object,
          o -> {
            Owners.remove(o, owner.getMetadata().getUid());
            onRelease.accept(o);
          });
    } catch (ApiException.NotFound | ApiException.Invalid e) {
      // Deleted, or replaced by another object: nothing to release.
      return;
    }
  }

  private Optional<T> adopt(T object) throws ApiException {
    if (!mayAdopt()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          client.patch(
              object,
              o -> {
                Owners.add(o, Owners.controlledBy(owner));
                onAdoption.accept(o);
              }));
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  /**
   * Reads the owner once from the server: a deleted owner must not adopt objects of its successor.
   */
  private boolean mayAdopt() throws ApiException {
    if (!asked) {
      mayAdopt =
          client
              .live()
              .get(owner.getClass(), ObjectKey.of(owner))
              .filter(o -> o.getMetadata().getUid().equals(owner.getMetadata().getUid()))
              .filter(o -> !isDeleting(o))
              .isPresent();
      asked = true;
    }
    return mayAdopt;
  }
}
