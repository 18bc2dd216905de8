package io.coxswain.kube.nodelifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a node from round to round. Times are of our own clock: clocks of nodes may
 * be wrong, so only whether something changed counts.
 *
 * @param probe when a sign of life was last seen
 * @param ready the condition as last seen
 * @param renewed the renewal of the lease as last seen
 */
record Health(Instant probe, NodeView.@Nullable Ready ready, @Nullable ZonedDateTime renewed) {

  /** What is known after another look at the node. */
  static Health look(@Nullable Health before, NodeHealthTable.Row seen, Instant now) {
    NodeView.Ready ready = seen.node().ready();
    Health health;
    if (before == null) {
      health = new Health(ready == null ? seen.node().created() : now, ready, null);
    } else if (ready == null) {
      health = new Health(before.ready == null ? before.probe : now, null, before.renewed);
    } else if (before.ready == null || !before.ready.heartbeat().equals(ready.heartbeat())) {
      health = new Health(now, ready, before.renewed);
    } else {
      health = new Health(before.probe, ready, before.renewed);
    }
    ZonedDateTime renewed = seen.renewed();
    return renewed != null && (health.renewed == null || health.renewed.isBefore(renewed))
        ? new Health(now, ready, renewed)
        : health;
  }

  /** Whether the node has been silent for too long. */
  boolean isOverdue(NodeLifecycleOptions options, Instant now) {
    Duration grace = ready == null ? options.startupGrace() : options.monitorGrace();
    return now.isAfter(probe.plus(grace));
  }

  Health with(NodeView.@Nullable Ready written) {
    return new Health(probe, written, renewed);
  }

  Health restarted(Instant now) {
    return new Health(now, ready, renewed);
  }
}
