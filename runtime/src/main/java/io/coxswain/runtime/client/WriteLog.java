package io.coxswain.runtime.client;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Binding;

/** Is notified of each write made while it is bound. */
public interface WriteLog {
  /** Bound for the duration of a reconcile, in all its tasks. */
  Binding<WriteLog> CURRENT = new Binding<>();

  /** The object was written and now has the version. */
  void wrote(ResourceType type, long version);

  /** The object with that UID has been deleted, or will be soon. */
  void deleted(ResourceType type, ObjectKey key, String uid);

  /**
   * The object may have an unknown newer version: a write got no response, or a response without
   * the object, as for a binding.
   *
   * @param key with an empty name if the server generates it
   */
  void unsure(ResourceType type, ObjectKey key);
}
