package io.coxswain.runtime.client;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Options of a delete: the propagation to dependents, the grace period of a pod, and whether the
 * resourceVersion is a precondition.
 */
public record Deletion(
    Optional<Propagation> propagation, OptionalLong graceSeconds, boolean onlyIfUnchanged) {

  /** The propagation to the objects that the deleted object owns. */
  public enum Propagation {
    BACKGROUND,
    FOREGROUND,
    ORPHAN
  }

  /** The server's defaults for the kind. */
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
