package io.coxswain.runtime.client;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;

/** Told of each write made while it is bound. */
public interface WriteLog {
  /** Bound for the length of a reconcile pass, in all its tasks. */
  ScopedValue<WriteLog> CURRENT = ScopedValue.newInstance();

  /** For those who remember themselves what they wrote. */
  WriteLog NOBODY =
      new WriteLog() {
        @Override
        public void wrote(ResourceType type, long version) {}

        @Override
        public void deleted(ResourceType type, ObjectKey key, String uid) {}

        @Override
        public void unsure(ResourceType type, ObjectKey key) {}
      };

  /** The object is now at the version. */
  void wrote(ResourceType type, long version);

  /** The object of that UID is gone, or soon will be. */
  void deleted(ResourceType type, ObjectKey key, String uid);

  /**
   * No answer came to a write: it may have happened.
   *
   * @param key with an empty name when the server was to choose it
   */
  void unsure(ResourceType type, ObjectKey key);
}
