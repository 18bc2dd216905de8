package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Stored;
import org.jspecify.annotations.Nullable;

/**
 * Writes that go along with the write of an object: addresses and ports taken, quota charged. Each
 * is a commit of its own that fails if another writer was faster, so that two requests never take
 * the same thing.
 */
public interface Ledger {

  /** The object as it is now. */
  @Nullable Stored find(String collection, ObjectKey key);

  /** All objects of a kind as they are now. */
  Iterable<Stored> all(String collection);

  /** Adds an object; false if there is one of this name. */
  boolean create(String collection, ObjectNode object);

  /** Replaces the status of an object; false if the object is no longer as seen. */
  boolean replaceStatus(String collection, Stored seen, ObjectNode object);

  /** Removes an object; one that is gone is fine. */
  void remove(String collection, ObjectKey key);
}
