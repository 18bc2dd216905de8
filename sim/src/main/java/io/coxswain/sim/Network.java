package io.coxswain.sim;

import java.time.Duration;

/**
 * How late things arrive.
 *
 * @param lateFrames share of waits of a watch that end late, between 0 and 1
 * @param longestDelay of a late frame; how late is drawn anew each time, most are much sooner
 */
public record Network(double lateFrames, Duration longestDelay) {

  /** Watches lag now and then, as on a cluster under load. */
  public static final Network USUAL = new Network(0.25, Duration.ofMillis(500));

  /** Frames arrive as soon as their reader has its turn. */
  public static final Network PROMPT = new Network(0, Duration.ZERO);

  /** Watches lag most of the time and by seconds: stale caches are the rule. */
  public static final Network SLOW = new Network(0.8, Duration.ofSeconds(5));
}
