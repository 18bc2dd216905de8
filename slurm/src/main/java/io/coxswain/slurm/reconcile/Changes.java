package io.coxswain.slurm.reconcile;

import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** Which changes of an object matter. */
public final class Changes {
  private Changes() {}

  /** It came, went, or is asked to be something else; not what becomes of it. */
  public static <T extends HasMetadata> Predicate<Event<T>> ofGeneration() {
    return event ->
        !(event instanceof Event.Updated<T>(T old, T now))
            || !Objects.equals(
                old.getMetadata().getGeneration(), now.getMetadata().getGeneration());
  }

  /** As {@link #ofGeneration}, or something else that is looked at is another. */
  public static <T extends HasMetadata> Predicate<Event<T>> ofGenerationOr(Function<T, ?> other) {
    Predicate<Event<T>> generation = ofGeneration();
    return event ->
        generation.test(event)
            || (event instanceof Event.Updated<T>(T old, T now)
                && !Objects.equals(other.apply(old), other.apply(now)));
  }

  /** What is looked at of an owner besides its generation: whether pod templates are rolled out. */
  public static boolean rollOut(HasMetadata owner) {
    return PodTemplate.isRollOutAsked(owner);
  }

  /** It came or was written in any way. */
  public static <T extends HasMetadata> Predicate<Event<T>> ofVersion() {
    return event ->
        !(event instanceof Event.Updated<T>(T old, T now))
            || !Objects.equals(
                old.getMetadata().getResourceVersion(), now.getMetadata().getResourceVersion());
  }

  public static <T extends HasMetadata> Predicate<Event<T>> isDeletion() {
    return event -> event instanceof Event.Deleted<T>;
  }
}
