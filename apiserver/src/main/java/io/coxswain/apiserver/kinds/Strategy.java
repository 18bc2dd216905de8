package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Kind-specific behaviour. All methods are optional; the defaults suit a kind with no special
 * rules.
 */
public interface Strategy {

  /** Sets defaults. Called on every write, on the whole object. */
  default void defaults(ObjectNode object) {}

  /**
   * Allocates unique resources. Called before the other steps of a write; in a dry run it only
   * fills in the fields. {@code before} is missing on create.
   */
  default Reservation reserve(ObjectNode object, JsonNode before, WriteContext context) {
    return Reservation.NONE;
  }

  /** Releases the allocations of a deleted object. */
  default void removed(ObjectNode object, WriteContext context) {}

  /** Sets server-owned fields on a new object; its status has been cleared already. */
  default void prepareCreate(ObjectNode object, WriteContext context) {}

  /** Restores fields that a write to the main resource must not change. */
  default void prepareUpdate(ObjectNode object, ObjectNode before, WriteContext context) {}

  /** Restores fields, other than spec, that a write to the status must not change. */
  default void prepareStatusUpdate(ObjectNode object, ObjectNode before, WriteContext context) {}

  /** Warns the client about valid but inadvisable values. */
  default void warn(ObjectNode object, WriteContext context) {}

  /** Like {@link #warn}, for updates; the same warnings by default. */
  default void warnOnUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    warn(object, context);
  }

  /** Warns the client about valid but inadvisable values of a new status. */
  default void warnOnStatusUpdate(ObjectNode object, ObjectNode before, WriteContext context) {}

  /**
   * The strategy of a subresource other than the status; defaults, warnings and names are those of
   * the whole object. Empty if there is no such subresource.
   */
  default Optional<Strategy> part(String subresource) {
    return Optional.empty();
  }

  /** The rules for every state of the object. */
  default void validate(ObjectNode object, List<FieldError> errors) {}

  /** The rules for a new object, in addition to {@link #validate}. */
  default void validateCreate(ObjectNode object, List<FieldError> errors) {}

  /** The rules for an update, in addition to {@link #validate}. */
  default void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {}

  default void validateStatusUpdate(
      ObjectNode object, ObjectNode before, List<FieldError> errors) {}

  /** Like {@link #validateCreate}, for kinds whose rules depend on other objects. */
  default void validateCreate(ObjectNode object, WriteContext context, List<FieldError> errors) {
    validateCreate(object, errors);
  }

  /** Like {@link #validateUpdate}, for kinds that warn about tolerated violations. */
  default void validateUpdate(
      ObjectNode object, ObjectNode before, WriteContext context, List<FieldError> errors) {
    validateUpdate(object, before, errors);
  }

  /** Like {@link #validateStatusUpdate}, for kinds that warn about tolerated violations. */
  default void validateStatusUpdate(
      ObjectNode object, ObjectNode before, WriteContext context, List<FieldError> errors) {
    validateStatusUpdate(object, before, errors);
  }

  /** How objects are deleted. */
  default DeletionStrategy deletion() {
    return DeletionStrategy.immediate();
  }

  /** Whether a new object keeps the status that the client sent. */
  default boolean keepsStatusOnCreate() {
    return false;
  }

  /** Whether a write, other than to {@code status}, may change the status. */
  default boolean writesStatus() {
    return false;
  }

  /**
   * Whether the kind is served from a cache, so that a read at a future revision waits for it. A
   * kind that is read from the store rejects it.
   */
  default boolean isCached() {
    return true;
  }

  /** The current name of a field in a field selector. */
  default String selectorField(String name) {
    return name;
  }

  /** The error for a field selector with an unknown field. */
  default String unsupportedSelectorField(String name) {
    return "field label not supported: " + name;
  }

  /** The names that field selectors may use, in addition to name and namespace. */
  default SortedSet<String> selectable() {
    return new TreeSet<>(fields(Json.MAPPER.createObjectNode()).keySet());
  }

  /** The values for field selectors, of the object as stored. */
  default SortedMap<String, String> fields(ObjectNode object) {
    return Collections.emptySortedMap();
  }

  /** A kind with no special rules. */
  static Strategy plain() {
    return new Strategy() {};
  }
}
