package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.store.Stored;
import java.util.List;

/** Between the version a kind is served in and the one it is stored in. May change its argument. */
public interface Conversion {

  /** Whether the object is not yet as it is served. */
  default boolean applies(Stored object) {
    return true;
  }

  ObjectNode toServed(ObjectNode stored);

  /** Several at once, which may be cheaper. */
  default List<ObjectNode> toServed(List<ObjectNode> stored) {
    return stored.stream().map(this::toServed).toList();
  }

  ObjectNode toStored(ObjectNode served);
}
