package io.coxswain.slurm.checks.podephemeralstorage;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.KeyedMutex;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Slurm's list of nodes of each cluster, requested once per period and shared. A list that could
 * not be renewed serves until it is three minutes old.
 */
final class NodeListing {
  private static final Duration MAX_AGE = Duration.ofMinutes(3);

  private final Env env;
  private final SlurmClients clients;
  private final Duration period;
  private final KeyedMutex mutex;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, Listing> listings = new TreeMap<>();

  private record Listing(TreeMap<String, SlurmNode> nodes, long atNanos) {}

  NodeListing(Env env, SlurmClients clients, Duration period) {
    this.env = env;
    this.clients = clients;
    this.period = period;
    this.mutex = new KeyedMutex(env.tasks());
  }

  /** The node as of this period; empty when Slurm does not list it. */
  Optional<SlurmNode> find(ObjectKey cluster, String node)
      throws ApiException, SlurmException, CancelledException {
    try (var _ = mutex.acquire(cluster.toString())) {
      Listing known = known(cluster);
      if (known == null || age(known).compareTo(period) >= 0) {
        known = renew(cluster, known);
      }
      return Optional.ofNullable(known.nodes.get(node));
    }
  }

  private Listing renew(ObjectKey cluster, @Nullable Listing known)
      throws ApiException, SlurmException, CancelledException {
    try {
      var nodes = new TreeMap<String, SlurmNode>();
      for (SlurmNode node : clients.get(cluster).nodes()) {
        nodes.put(node.name(), node);
      }
      var fresh = new Listing(nodes, env.clock().nanos());
      put(cluster, fresh);
      return fresh;
    } catch (SlurmException e) {
      if (known != null && age(known).compareTo(MAX_AGE) < 0) {
        return known;
      }
      put(cluster, null);
      throw e;
    }
  }

  private Duration age(Listing listing) {
    return Duration.ofNanos(env.clock().nanos() - listing.atNanos);
  }

  private @Nullable Listing known(ObjectKey cluster) {
    lock.lock();
    try {
      return listings.get(cluster);
    } finally {
      lock.unlock();
    }
  }

  private void put(ObjectKey cluster, @Nullable Listing listing) {
    lock.lock();
    try {
      if (listing == null) {
        listings.remove(cluster);
      } else {
        listings.put(cluster, listing);
      }
    } finally {
      lock.unlock();
    }
  }
}
