package io.coxswain.runtime.client;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How to delete: what becomes of dependents, how long a pod may take to end, and whether the object
 * must still be at the resourceVersion seen.
 */
public record Deletion(
    Optional<Propagation> propagation, OptionalLong graceSeconds, boolean onlyIfUnchanged) {

  /** What becomes of the objects that the deleted one owns. */
  public enum Propagation {
    BACKGROUND,
    FOREGROUND,
    ORPHAN
  }

  /** As the server sees fit for the kind. */
  public static Deletion byDefault() {
    return new Deletion(Optional.empty(), OptionalLong.empty(), false);
  }

  public static Deletion background() {
    return new Deletion(Optional.of(Propagation.BACKGROUND), OptionalLong.empty(), false);
  }

  public static Deletion foreground() {
    return new Deletion(Optional.of(Propagation.FOREGROUND), OptionalLong.empty(), false);
  }

  public Deletion grace(long seconds) {
    return new Deletion(propagation, OptionalLong.of(seconds), onlyIfUnchanged);
  }

  public Deletion ifUnchanged() {
    return new Deletion(propagation, graceSeconds, true);
  }
}
