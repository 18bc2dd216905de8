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
 * What is particular about a kind. Every method but none has to be there: the defaults are those of
 * a kind without peculiarities.
 */
public interface Strategy {

  /** Fills in what the author left out. Called on every write, on the whole object. */
  default void defaults(ObjectNode object) {}

  /**
   * Takes what no two objects may have. Called before the other steps of a write; in a dry run it
   * only fills in the fields. {@code before} is missing on create.
   */
  default Reservation reserve(ObjectNode object, JsonNode before, WriteContext context) {
    return Reservation.NONE;
  }

  /** The object is gone: gives back what it held. */
  default void removed(ObjectNode object, WriteContext context) {}

  /** Sets what only the server sets on a new object; its status has been cleared already. */
  default void prepareCreate(ObjectNode object, WriteContext context) {}

  /** Puts back what a write to the main endpoint may not change. */
  default void prepareUpdate(ObjectNode object, ObjectNode before, WriteContext context) {}

  /** Puts back what a write to the status may not change, other than spec. */
  default void prepareStatusUpdate(ObjectNode object, ObjectNode before, WriteContext context) {}

  /** Tells the caller of what is allowed but unwise. */
  default void warn(ObjectNode object, WriteContext context) {}

  /** As {@link #warn}, on a change; the same is said unless a kind knows better. */
  default void warnOnUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    warn(object, context);
  }

  /**
   * How a part of the object is written that has an endpoint of its own, other than the status:
   * defaults, warnings and names are those of the whole. Empty when there is no such part.
   */
  default Optional<Strategy> part(String subresource) {
    return Optional.empty();
  }

  /** The rules that every state of the object obeys. */
  default void validate(ObjectNode object, List<FieldError> errors) {}

  /** The rules for a new object; {@link #validate} is called besides. */
  default void validateCreate(ObjectNode object, List<FieldError> errors) {}

  /** The rules for a step from one state to the next; {@link #validate} is called besides. */
  default void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {}

  default void validateStatusUpdate(
      ObjectNode object, ObjectNode before, List<FieldError> errors) {}

  /** As {@link #validateUpdate}, for kinds that warn of what they let pass. */
  default void validateUpdate(
      ObjectNode object, ObjectNode before, WriteContext context, List<FieldError> errors) {
    validateUpdate(object, before, errors);
  }

  /** As {@link #validateStatusUpdate}, for kinds that warn of what they let pass. */
  default void validateStatusUpdate(
      ObjectNode object, ObjectNode before, WriteContext context, List<FieldError> errors) {
    validateStatusUpdate(object, before, errors);
  }

  /** The names that field selectors may use, beyond name and namespace. */
  default SortedSet<String> selectable() {
    return new TreeSet<>(fields(Json.MAPPER.createObjectNode()).keySet());
  }

  /** The values that field selectors may ask for, of the object as stored. */
  default SortedMap<String, String> fields(ObjectNode object) {
    return Collections.emptySortedMap();
  }

  /** A kind without peculiarities. */
  static Strategy plain() {
    return new Strategy() {};
  }
}
