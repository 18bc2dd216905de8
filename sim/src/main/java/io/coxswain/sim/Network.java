package io.coxswain.sim;

import java.time.Duration;

/**
 * How late things arrive.
 *
 * @param lateFrames share of waits of a watch that end late, between 0 and 1
 * @param longestDelay of a late frame; how late is drawn anew each time, most are much sooner
 * @param lostBookmarks share of the plain bookmarks of a watch that never arrive; servers promise
 *     none
 * @param staleLists share of the lists that may be old ({@code resourceVersion=0}) that are: as of
 *     a past revision, but none before what the process has seen already
 */
public record Network(
    double lateFrames, Duration longestDelay, double lostBookmarks, double staleLists) {

  /** Watches lag now and then, as on a cluster under load. */
  public static final Network DEFAULT = new Network(0.25, Duration.ofMillis(500), 0, 0);

  /** Frames arrive as soon as their reader has its turn. */
  public static final Network PROMPT = new Network(0, Duration.ZERO, 0, 0);

  /** Watches lag most of the time and by seconds: stale caches are the rule. */
  public static final Network SLOW = new Network(0.8, Duration.ofSeconds(5), 0, 0);

  /** As {@link #SLOW}, and all that a server need not promise is not there. */
  public static final Network GRUDGING = new Network(0.8, Duration.ofSeconds(5), 1, 1);
}
