package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.store.Stored;
import java.util.List;

/** Conversion between the served and the stored version of a kind. May modify its argument. */
public interface Conversion {

  /** Whether the stored object differs from its served form. */
  default boolean applies(Stored object) {
    return true;
  }

  /** Whether the object is stored in the version in which it would be written now. */
  default boolean isCurrent(Stored object) {
    return true;
  }

  ObjectNode toServed(ObjectNode stored);

  /** Converts several objects at once, which may be cheaper. */
  default List<ObjectNode> toServed(List<ObjectNode> stored) {
    return stored.stream().map(this::toServed).toList();
  }

  ObjectNode toStored(ObjectNode served);
}
