package io.coxswain.apiserver.store;

/** The requested history has been compacted. */
public final class CompactedException extends Exception {
  private final long asked;
  private final long oldest;

  CompactedException(long asked, long oldest) {
    super("revision " + asked + " has been compacted; the oldest kept is " + oldest);
    this.asked = asked;
    this.oldest = oldest;
  }

  public long asked() {
    return asked;
  }

  /** The oldest available revision. */
  public long oldest() {
    return oldest;
  }
}
