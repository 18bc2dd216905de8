package io.coxswain.node.registry;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the Node objects and their leases, for as long as it runs. One task beats for all nodes;
 * those of many are spread over the time between two beats.
 */
public final class NodeRegistry implements Manager.Routine {
  private static final Logger log = LoggerFactory.getLogger(NodeRegistry.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** A beat of many nodes is parted into so many at least. */
  private static final int PARTS = 10;

  /** More leases than this in a second, and nodes renew theirs less often. */
  private static final int LEASES_PER_SECOND = 100;

  /** Leases last 40 seconds. */
  private static final Duration LONGEST_RENEWAL = Duration.ofSeconds(25);

  private final Env env;
  private final Client client;
  private final Client live;
  private final Function<String, NodeProfile> profiles;
  private final boolean restore;
  private final Runnable atEnd;
  private final Bell changed;
  private final ReentrantLock lock = new ReentrantLock();
  private final SortedMap<String, Beat> beats = new TreeMap<>();

  /** A node's heart. */
  private static final class Beat {
    private Instant due;
    private @Nullable Lease lease;
    private @Nullable Node node;
    private boolean registered;
    private boolean silent;

    /** When the node's status is looked at again, if nothing changes it before. */
    private Instant check = Instant.MIN;

    private Beat(Instant due) {
      this.due = due;
    }
  }

  /**
   * @param profiles what each node is like, by name
   * @param restore whether a Node object that somebody deletes comes again
   * @param atEnd called when the nodes end
   */
  public NodeRegistry(
      Env env,
      Client client,
      Function<String, NodeProfile> profiles,
      boolean restore,
      Runnable atEnd) {
    this.env = env;
    this.client = client;
    this.live = client.live();
    this.profiles = profiles;
    this.restore = restore;
    this.atEnd = atEnd;
    this.changed = env.tasks().newBell();
  }

  /** Adds a node; nothing happens when it is there already. */
  public void add(String name) {
    lock.lock();
    try {
      beats.computeIfAbsent(name, n -> new Beat(env.clock().now()));
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /**
   * The Node object has changed: adds the node if need be, and sees whether it says all it should.
   */
  public void changed(String name) {
    lock.lock();
    try {
      Beat beat = beats.computeIfAbsent(name, n -> new Beat(env.clock().now()));
      beat.check = Instant.MIN;
      beat.due = env.clock().now();
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** Leaves a node alone from now on. */
  public void remove(String name) {
    lock.lock();
    try {
      beats.remove(name);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() throws CancelledException {
    try {
      while (true) {
        long seen = changed.rings();
        Instant now = env.clock().now();
        beatAll(now);
        Optional<Instant> next = next();
        if (next.isEmpty()) {
          changed.await(seen);
        } else {
          Duration pause = Duration.between(env.clock().now(), next.get());
          if (pause.isPositive()) {
            changed.await(seen, pause);
          }
        }
      }
    } finally {
      atEnd.run();
    }
  }

  private Optional<Instant> next() {
    lock.lock();
    try {
      return beats.values().stream().map(beat -> beat.due).min(Instant::compareTo);
    } finally {
      lock.unlock();
    }
  }

  private void beatAll(Instant now) throws CancelledException {
    var due = new TreeMap<String, Beat>();
    int count;
    lock.lock();
    try {
      beats.forEach(
          (name, beat) -> {
            if (!beat.due.isAfter(now)) {
              due.put(name, beat);
            }
          });
      count = beats.size();
    } finally {
      lock.unlock();
    }
    Duration renewal = renewal(count);
    int index = 0;
    for (var entry : due.entrySet()) {
      Beat beat = entry.getValue();
      boolean first = !beat.registered;
      boolean done = beat(entry.getKey(), beat, now);
      Duration pause = done ? renewal : RETRY;
      if (done && first && count > PARTS) {
        // Those that come together do not beat together for ever.
        pause = pause.minus(pause.multipliedBy(index++ % PARTS).dividedBy(PARTS));
      }
      beat.due = now.plus(pause);
    }
  }

  private static Duration renewal(int nodes) {
    Duration wanted = Duration.ofSeconds(nodes / LEASES_PER_SECOND);
    Duration bounded = wanted.compareTo(LONGEST_RENEWAL) < 0 ? wanted : LONGEST_RENEWAL;
    return bounded.compareTo(NodeObjects.RENEWAL) > 0 ? bounded : NodeObjects.RENEWAL;
  }

  private boolean beat(String name, Beat beat, Instant now) {
    try {
      if (!beat.check.isAfter(now)) {
        beat.check = now.plus(NodeObjects.HEARTBEAT);
        check(name, beat, now);
      }
      if (!beat.silent && beat.node != null) {
        renew(beat.node, beat, now);
      }
      return true;
    } catch (ApiException e) {
      beat.check = Instant.MIN;
      if (!(e instanceof ApiException.Conflict)) { // changed since the cache saw it
        log.warn("node {} could not report: {}", name, e.getMessage());
      }
      return false;
    }
  }

  /** Sees to it that the Node object is there and says how the node is. */
  private void check(String name, Beat beat, Instant now) throws ApiException {
    Optional<Node> node =
        beat.registered ? client.get(Node.class, ObjectKey.of(name)) : findOrCreate(name, now);
    if (node.isEmpty() && beat.registered && !restore) {
      remove(name);
      beat.node = null;
      return;
    }
    beat.silent = node.isPresent() && NodeObjects.isSilent(node.get());
    if (beat.silent) {
      return;
    }
    NodeProfile profile = profiles.apply(name);
    Node known = node.isPresent() ? node.get() : live.create(NodeObjects.node(name, profile));
    Node described = live.patchStatus(known, n -> NodeObjects.describe(n, profile, now));
    if (!beat.registered) {
      described = live.patch(described, NodeObjects::open);
    }
    beat.node = described;
    beat.registered = true;
  }

  /** Most are new: with thousands of them it pays to create first and to ask after. */
  private Optional<Node> findOrCreate(String name, Instant now) throws ApiException {
    NodeProfile profile = profiles.apply(name);
    Node node = NodeObjects.node(name, profile);
    NodeObjects.describe(node, profile, now);
    try {
      return Optional.of(live.create(node));
    } catch (ApiException.AlreadyExists e) {
      return live.get(Node.class, ObjectKey.of(name));
    }
  }

  private void renew(Node node, Beat beat, Instant now) throws ApiException {
    ObjectKey key = ObjectKey.of(NodeObjects.LEASE_NAMESPACE, node.getMetadata().getName());
    Lease lease = beat.lease;
    try {
      if (lease == null) {
        try {
          beat.lease = live.create(NodeObjects.lease(node, now));
          return;
        } catch (ApiException.AlreadyExists e) {
          lease = live.get(Lease.class, key).orElseThrow(() -> e);
        }
      }
      beat.lease = live.patch(lease, l -> l.getSpec().setRenewTime(NodeObjects.time(now)));
    } catch (ApiException e) {
      beat.lease = null; // gone or changed by another: read it again next time
      throw e;
    }
  }
}
