package io.coxswain.apiserver.store;

/**
 * How much history a store keeps, and how large its log on disk grows.
 *
 * @param revisions how many revisions before the present one are known at most
 * @param bytes how many bytes of JSON these may hold in all
 * @param logBytes the size at which a log on disk is replaced by a snapshot
 */
public record StoreLimits(int revisions, long bytes, long logBytes) {
  /** Ten thousand revisions and 32 MiB, as a small cluster needs. */
  public static final StoreLimits USUAL = new StoreLimits(10_000, 32L << 20, 32L << 20);
}
