package io.coxswain.sim;

import java.time.Duration;

/**
 * Delays and losses on the way from the server to a process.
 *
 * @param lateFrames share of the waits of a watch that end late, between 0 and 1
 * @param longestDelay maximum delay of a late frame; each delay is drawn independently, most are
 *     much shorter
 * @param lostBookmarks share of plain bookmarks that never arrive; servers do not guarantee any
 * @param staleLists share of lists with {@code resourceVersion=0} that return a past revision, but
 *     none older than the process has already seen
 */
public record Network(
    double lateFrames, Duration longestDelay, double lostBookmarks, double staleLists) {

  /** Watches lag now and then, as on a cluster under load. */
  public static final Network DEFAULT = new Network(0.25, Duration.ofMillis(500), 0, 0);

  /** Frames arrive as soon as their reader has its turn. */
  public static final Network PROMPT = new Network(0, Duration.ZERO, 0, 0);

  /** Watches lag most of the time and by seconds: stale caches are the rule. */
  public static final Network SLOW = new Network(0.8, Duration.ofSeconds(5), 0, 0);

  /** Like {@link #SLOW}, without anything that servers do not guarantee. */
  public static final Network GRUDGING = new Network(0.8, Duration.ofSeconds(5), 1, 1);
}
