package io.coxswain.runtime.client;

/**
 * Reads from the cache, writes to the server. All methods block; none may be called while a lock is
 * held. The methods declared here return views of the same client with another option; code that
 * only reads takes a {@link Reader}.
 */
public interface Client extends Reader, Writer, StatusWriter {

  @Override
  Client live();

  /** The same client with the given field manager for writes. */
  Client fieldOwner(String manager);

  /** The same client with dry-run writes. */
  Client dryRun();

  /** The same client with the given validation of unknown fields in creates and updates. */
  Client fieldValidation(FieldValidation how);

  /** The same client with a rate limit for its requests. */
  Client limited(double perSecond, int burst);

  /**
   * The same client for a writer that tracks its own writes: the next reconcile does not wait until
   * the cache reflects them, except for writes without a response, whose outcome is unknown.
   */
  Client untracked();

  /** The writes of this client for callers that do not need the stored object. */
  DiscardingWriter discardingResponses();

  /** How the server handles unknown fields. */
  enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }
}
