package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Listing;
import io.coxswain.runtime.client.Outline;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which objects are an owner's: those it controls and selects. Matching ones that nobody controls
 * are adopted, controlled ones that no longer match are let go. One use serves one pass.
 *
 * @param <T> what is claimed
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

  /** Reads only so much of each object; what was adopted comes whole. */
  public ControllerRefManager<T> by(Outline<T> part) {
    outline = part;
    return this;
  }

  /** Leaves others alone: they are neither claimed, adopted nor let go. */
  public ControllerRefManager<T> among(Predicate<T> objects) {
    concerned = objects;
    return this;
  }

  /** What must hold of the owner's objects besides that they are selected. */
  public ControllerRefManager<T> matching(Predicate<T> more) {
    fitting = more;
    return this;
  }

  /** What else to change in an object when it is adopted, and when it is let go. */
  public ControllerRefManager<T> marking(Consumer<T> adopted, Consumer<T> released) {
    onAdoption = adopted;
    onRelease = released;
    return this;
  }

  /**
   * The owner's objects as they are after adoption.
   *
   * @throws ApiException the first failure, once all objects have had their turn
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
      // Gone, or another object by now: there is nothing to let go.
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

  /** Asked of the server itself, once: a deleted owner must not take objects from its successor. */
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
