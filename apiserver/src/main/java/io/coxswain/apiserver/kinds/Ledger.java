package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Stored;
import org.jspecify.annotations.Nullable;

/**
 * Writes that accompany the write of an object: allocating addresses and ports, charging quota.
 * Each is a separate commit that fails if another writer was faster, so that two requests never
 * allocate the same item.
 */
public interface Ledger {

  /** The current state of the object. */
  @Nullable Stored find(String collection, ObjectKey key);

  /** The current state of all objects of a kind. */
  Iterable<Stored> all(String collection);

  /** Adds an object; false if one with this name exists. */
  boolean create(String collection, ObjectNode object);

  /** Replaces the status of an object; false if the object has changed since it was read. */
  boolean replaceStatus(String collection, Stored seen, ObjectNode object);

  /** Removes an object if it exists. */
  void remove(String collection, ObjectKey key);
}
