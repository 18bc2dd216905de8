package io.coxswain.apiserver.store;

/**
 * How much history a store keeps, how large its log on disk grows, and how much disk it reserves.
 *
 * @param revisions how many revisions before the present one are known at most
 * @param bytes how many bytes of JSON these may hold in all
 * @param logBytes the size at which a log on disk is replaced by a snapshot
 * @param reserveBytes how much space is kept for deletions and snapshots when the disk is full; 0
 *     for none
 */
public record StoreLimits(int revisions, long bytes, long logBytes, long reserveBytes) {
  /** Ten thousand revisions and 32 MiB, as a small cluster needs. */
  public static final StoreLimits DEFAULT = new StoreLimits(10_000, 32L << 20, 32L << 20, 4L << 20);

  /** Without a reserve. */
  public StoreLimits(int revisions, long bytes, long logBytes) {
    this(revisions, bytes, logBytes, 0);
  }
}
