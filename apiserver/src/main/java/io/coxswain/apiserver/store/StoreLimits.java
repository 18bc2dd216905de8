package io.coxswain.apiserver.store;

/**
 * Limits of a store's history, of its log on disk, and of the disk space it reserves.
 *
 * @param revisions the maximum number of revisions in the history
 * @param bytes the maximum total size of their JSON
 * @param logBytes the size at which a log on disk is replaced by a snapshot
 * @param reserveBytes the space reserved for deletions and snapshots when the disk is full; 0 for
 *     none
 */
public record StoreLimits(int revisions, long bytes, long logBytes, long reserveBytes) {
  /** Ten thousand revisions and 32 MiB, enough for a small cluster. */
  public static final StoreLimits DEFAULT = new StoreLimits(10_000, 32L << 20, 32L << 20, 4L << 20);

  /** Without a reserve. */
  public StoreLimits(int revisions, long bytes, long logBytes) {
    this(revisions, bytes, logBytes, 0);
  }
}
