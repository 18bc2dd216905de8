package io.coxswain.runtime.client;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;

/** Told of each write made while it is bound. */
public interface WriteLog {
  /** Bound for the length of a reconcile pass, in all its tasks. */
  ScopedValue<WriteLog> CURRENT = ScopedValue.newInstance();

  /** The object is now at the version. */
  void wrote(ResourceType type, long version);

  /** The object of that UID is gone, or soon will be. */
  void deleted(ResourceType type, ObjectKey key, String uid);

  /**
   * The object may be at another version now, which nobody told: no answer came to a write, or one
   * that says nothing of the object, as that to a binding.
   *
   * @param key with an empty name when the server was to choose it
   */
  void unsure(ResourceType type, ObjectKey key);
}
