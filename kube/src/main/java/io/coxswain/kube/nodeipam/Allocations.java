package io.coxswain.kube.nodeipam;

import io.coxswain.api.net.Cidr;
import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The allocated CIDRs of all nodes. */
final class Allocations {
  private static final Logger log = LoggerFactory.getLogger(Allocations.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final List<CidrSet> sets = new ArrayList<>();

  /** CIDRs that have been chosen for a node but not yet observed on it. */
  private final TreeMap<String, List<Cidr>> chosen = new TreeMap<>();

  Allocations(NodeIpamOptions options, CidrSetMetrics metrics) {
    for (int i = 0; i < options.clusterCidrs().size(); i++) {
      var set = new CidrSet(options.clusterCidrs().get(i), options.maskSizes().get(i), metrics);
      for (Cidr services : options.serviceCidrs()) {
        if (set.take(services)) {
          log.atDebug()
              .addKeyValue("serviceCIDR", services)
              .log("Excluded service CIDR from the cluster CIDR");
        }
      }
      sets.add(set);
    }
  }

  /** Marks the CIDRs of an observed node as occupied, and releases those of a deleted one. */
  void occupyCidrs(Event<Node> event) {
    Node node = event.object();
    List<String> has = cidrs(node);
    lock.lock();
    try {
      if (event instanceof Event.Deleted<Node>) {
        forget(node);
        return;
      }
      if (event instanceof Event.Updated<Node>(Node old, Node now)
          && !old.getMetadata().getUid().equals(now.getMetadata().getUid())) {
        forget(old);
      }
      if (has.isEmpty()) {
        return;
      }
      chosen.remove(node.getMetadata().getName());
      for (int i = 0; i < has.size(); i++) {
        Cidr part = Cidr.parse(has.get(i));
        if (part == null || i >= sets.size() || !sets.get(i).take(part)) {
          log.atError()
              .addKeyValue("node", node.getMetadata().getName())
              .addKeyValue("cidr", has.get(i))
              .log("Failed to mark CIDR as occupied: not in the cluster CIDR");
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void forget(Node node) {
    List<Cidr> pending = chosen.remove(node.getMetadata().getName());
    for (int i = 0; pending != null && i < pending.size(); i++) {
      free(i, pending.get(i));
    }
    List<String> had = cidrs(node);
    for (int i = 0; i < had.size(); i++) {
      free(i, Cidr.parse(had.get(i)));
    }
  }

  private void free(int family, @Nullable Cidr part) {
    if (part != null && family < sets.size() && !sets.get(family).release(part)) {
      log.atDebug().addKeyValue("cidr", part).log("Not releasing CIDR outside the cluster CIDR");
    }
  }

  /**
   * One free CIDR per family for the node, the same at every call; empty if a range is exhausted.
   */
  Optional<List<Cidr>> choose(String node) {
    lock.lock();
    try {
      List<Cidr> before = chosen.get(node);
      if (before != null) {
        return Optional.of(before);
      }
      var parts = new ArrayList<Cidr>();
      for (CidrSet set : sets) {
        Optional<Cidr> part = set.takeNext();
        if (part.isEmpty()) {
          for (int i = 0; i < parts.size(); i++) {
            free(i, parts.get(i));
          }
          log.atWarn()
              .addKeyValue("clusterCIDR", set)
              .log(
                  "CIDR allocation failed; there are no remaining CIDRs left to allocate in the"
                      + " accepted range");
          return Optional.empty();
        }
        parts.add(part.get());
      }
      chosen.put(node, List.copyOf(parts));
      return Optional.of(List.copyOf(parts));
    } finally {
      lock.unlock();
    }
  }

  static List<String> cidrs(Node node) {
    List<String> cidrs = node.getSpec() == null ? null : node.getSpec().getPodCIDRs();
    return cidrs == null ? List.of() : cidrs;
  }
}
