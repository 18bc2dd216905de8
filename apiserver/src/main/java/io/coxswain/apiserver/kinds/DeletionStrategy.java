package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How the objects of a kind are deleted. All methods are optional; by default an object without
 * finalizers is removed immediately.
 */
public interface DeletionStrategy {

  /** Why the object may never be deleted; empty if it may. */
  default Optional<String> protection(String name) {
    return Optional.empty();
  }

  /** Warnings about the options of a delete request. */
  default List<String> warnings(Propagation propagation) {
    return List.of();
  }

  /**
   * Whether preconditions are compared by the storage of the kind, which reports a mismatch in
   * other words than the generic check.
   */
  default boolean checksPreconditionsInStorage() {
    return false;
  }

  /**
   * Starts a deletion that a controller completes, and returns true; false if the generic steps
   * delete the object. Called for objects whose deletion has not been requested before.
   */
  default boolean start(ObjectNode object, Propagation propagation, Instant now) {
    return false;
  }

  /** Whether an object whose deletion was requested must stay, whatever its finalizers. */
  default boolean isRetained(ObjectNode object) {
    return false;
  }

  /**
   * The seconds between the request and the removal; empty for a kind without grace period.
   *
   * @param requested by the client; null if unset
   */
  default OptionalLong gracePeriodSeconds(ObjectNode object, @Nullable Long requested) {
    return OptionalLong.empty();
  }

  /** Deletes immediately. */
  static DeletionStrategy immediate() {
    return new DeletionStrategy() {};
  }
}
