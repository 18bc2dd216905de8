package io.coxswain.console.model;

/**
 * The state of a feed.
 *
 * @param message of the API server, if it does not deliver
 */
public record FeedState(Phase phase, String message) {
  static final FeedState LOADING = new FeedState(Phase.LOADING, "");
  static final FeedState LIVE = new FeedState(Phase.LIVE, "");

  /** What a feed does. */
  public enum Phase {
    /** The first list has not been read completely. */
    LOADING,
    /** Its objects are those of the cluster. */
    LIVE,
    /** The user may not list or watch the kind. */
    FORBIDDEN,
    /** The kind is not installed. */
    ABSENT,
    /** The API server does not respond as it should; objects may be old. */
    FAILING
  }
}
