package io.coxswain.node.scheduler;

import java.util.List;

/**
 * The nodes that a pod is tried on, in turn. Of many nodes it is enough to find some that fit, as
 * many as kube-scheduler looks for; where one search ends the next begins, so that all nodes get
 * their share. A search that finds too few has seen all.
 */
final class Sample {
  private static final int ALWAYS_ALL = 100;
  private static final int MIN_PERCENT = 5;

  private final List<Host> hosts;
  private final int enough;
  private final int start;
  private int seen;

  /**
   * @param start where the search before this one ended
   */
  Sample(List<Host> hosts, int start) {
    this.hosts = hosts;
    this.enough = enough(hosts.size());
    this.start = hosts.isEmpty() ? 0 : start % hosts.size();
  }

  /** How many that fit are enough, by kube-scheduler's formula. */
  static int enough(int nodes) {
    if (nodes < ALWAYS_ALL) {
      return nodes;
    }
    int percent = Math.max(MIN_PERCENT, 50 - nodes / 125);
    return Math.max(ALWAYS_ALL, nodes * percent / 100);
  }

  boolean hasMore(int found) {
    return seen < hosts.size() && found < enough;
  }

  Host next() {
    return hosts.get((start + seen++) % hosts.size());
  }

  /** Where the next search begins. */
  int end() {
    // Of few nodes all are seen each time: the order in which makes no difference.
    return hosts.isEmpty() || seen == hosts.size() ? start : (start + seen) % hosts.size();
  }
}
