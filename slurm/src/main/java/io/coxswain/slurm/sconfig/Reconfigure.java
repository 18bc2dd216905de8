package io.coxswain.slurm.sconfig;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Makes the cluster read its configuration again, and waits until every responding node has done
 * so: its daemon restarts, so its start time increases. Slurm before 23.11 rereads without a
 * restart, so there is nothing to wait for.
 */
record Reconfigure(SlurmClient slurm, Clock clock, Duration poll, Duration timeout) {

  void run(Logger log) throws SlurmException, CancelledException {
    TreeMap<String, Instant> waiting = startTimes(slurm.nodes());
    slurm.reconfigure();
    if (!slurm.restartsNodesOnReconfigure()) {
      return;
    }
    Instant end = clock.now().plus(timeout);
    while (true) {
      SlurmException trouble = look(waiting);
      if (trouble == null && waiting.isEmpty()) {
        return;
      }
      log.atDebug().addKeyValue("nodes", waiting.size()).log("Waiting for slurmd to restart");
      Duration left = Duration.between(clock.now(), end);
      if (left.isNegative() || left.isZero()) {
        throw new SlurmException(
            SlurmException.Kind.UNREADABLE,
            "nodes did not restart within "
                + timeout.toSeconds()
                + " s: "
                + waiting.sequencedKeySet().stream().limit(10).toList()
                + (waiting.size() > 10 ? " and " + (waiting.size() - 10) + " more" : ""),
            trouble);
      }
      clock.sleep(poll.compareTo(left) < 0 ? poll : left);
    }
  }

  /** Drops those that have restarted or no longer respond. Returns the failure, if any. */
  private @Nullable SlurmException look(TreeMap<String, Instant> waiting)
      throws CancelledException {
    try {
      SortedMap<String, Instant> now = startTimes(slurm.nodes());
      waiting
          .entrySet()
          .removeIf(
              before -> {
                Instant start = now.get(before.getKey());
                return start == null || start.isAfter(before.getValue());
              });
      return null;
    } catch (SlurmException e) {
      return e; // the controller restarts as well; the time-out tells if it does not come back
    }
  }

  /** Of all nodes whose daemons can receive the request. */
  static TreeMap<String, Instant> startTimes(List<SlurmNode> nodes) throws SlurmException {
    var times = new TreeMap<String, Instant>();
    for (SlurmNode node : nodes) {
      if (isDeaf(node)) {
        continue;
      }
      Instant start =
          node.slurmdStartTime()
              .orElseThrow(() -> bad("worker " + node.name() + " has no start time"));
      if (times.put(node.name(), start) != null) {
        throw bad("worker " + node.name() + " is listed twice");
      }
    }
    return times;
  }

  private static boolean isDeaf(SlurmNode node) {
    return node.is(NodeState.NOT_RESPONDING)
        || node.is(NodeState.POWERING_DOWN)
        || node.is(NodeState.POWERED_DOWN)
        || (node.slurmdStartTime().isEmpty()
            && (node.is(NodeState.UNKNOWN) || node.is(NodeState.FUTURE)));
  }

  private static SlurmException bad(String what) {
    return new SlurmException(SlurmException.Kind.UNREADABLE, what);
  }
}
