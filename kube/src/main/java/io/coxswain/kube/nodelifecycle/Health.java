package io.coxswain.kube.nodelifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The observed health of a node. Times are of the local clock, because clocks of nodes may be
 * wrong: only changes count.
 *
 * @param probe when the last heartbeat was observed
 * @param ready the last observed condition
 * @param renewed the last observed renewal of the lease
 */
record Health(Instant probe, NodeView.@Nullable Ready ready, @Nullable ZonedDateTime renewed) {

  /** The health after another observation. */
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

  /** Whether the node has not reported for longer than the grace period. */
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
