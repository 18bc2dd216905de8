package io.coxswain.node.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Patch;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** So many register before others get their turn. */
  private static final int MAX_CONCURRENCY = 50;

  /** A beat of many nodes is parted into so many at least. */
  private static final int PARTS = 10;

  /** More leases than this in a second, and nodes renew theirs less often. */
  private static final int LEASES_PER_SECOND = 100;

  /** Leases last 40 seconds. */
  private static final Duration MAX_RENEWAL = Duration.ofSeconds(25);

  private final Env env;
  private final Client client;
  private final Client live;
  private final Function<String, NodeProfile> profiles;
  private final boolean restore;
  private final Runnable atEnd;
  private final Bell changed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Beat> beats = new HashMap<>();

  /** Nodes that have been added but not processed yet. */
  private final ArrayDeque<Beat> arriving = new ArrayDeque<>();

  /** All others, in the order in which they are due. */
  private final TreeSet<Beat> schedule = new TreeSet<>(Beat.ORDER);

  /** How many nodes have registered; changed by the one task alone. */
  private final AtomicInteger registered = new AtomicInteger();

  /** A node's heart. */
  private static final class Beat {
    private static final Comparator<Beat> ORDER =
        Comparator.comparing((Beat beat) -> beat.due).thenComparing(beat -> beat.name);

    private final String name;

    /** When there is something to do; changed under the lock alone, for it is what orders them. */
    private Instant due;

    /** The Node object has changed since it was looked at; under the lock as well. */
    private boolean changed;

    private boolean arriving = true;

    /** When the node's status is looked at again, if nothing changes it before. */
    private Instant check = Instant.MIN;

    private Instant renewal = Instant.MIN;
    private boolean leased;
    private boolean registered;
    private boolean silent;

    /** Without its UID it has no lease either. */
    private @Nullable Node node;

    private Beat(String name, Instant due) {
      this.name = name;
      this.due = due;
    }
  }

  /**
   * @param profiles the properties of each node, by name
   * @param restore whether a deleted Node object is created again
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

  /** Adds a node; has no effect if it exists already. */
  public void add(String name) {
    lock.lock();
    try {
      find(name);
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** Handles a change of the Node object: adds the node if necessary, and checks its content. */
  public void changed(String name) {
    lock.lock();
    try {
      Beat beat = find(name);
      beat.changed = true;
      put(beat, env.clock().now());
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** Leaves a node alone from now on. */
  public void remove(String name) {
    lock.lock();
    try {
      Beat beat = beats.remove(name);
      if (beat != null && !beat.arriving) {
        schedule.remove(beat);
      } else if (beat != null) {
        arriving.remove(beat);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The number of nodes that have been registered since the start. */
  public int registered() {
    return registered.get();
  }

  private Beat find(String name) {
    Beat known = beats.get(name);
    if (known != null) {
      return known;
    }
    var beat = new Beat(name, env.clock().now());
    beats.put(name, beat);
    arriving.add(beat);
    return beat;
  }

  private void put(Beat beat, Instant due) {
    if (beats.get(beat.name) == beat && !beat.arriving) {
      schedule.remove(beat);
      beat.due = due;
      schedule.add(beat);
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
          Instant then = env.clock().now();
          if (next.get().isAfter(then)) {
            changed.await(seen, Duration.between(then, next.get()));
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
      if (!arriving.isEmpty()) {
        return Optional.of(Instant.MIN);
      }
      return schedule.isEmpty() ? Optional.empty() : Optional.of(schedule.first().due);
    } finally {
      lock.unlock();
    }
  }

  private void beatAll(Instant now) throws CancelledException {
    for (Beat beat : due(now)) {
      if (beat(beat, now)) {
        plan(beat, beat.silent || beat.renewal.isAfter(beat.check) ? beat.check : beat.renewal);
      } else {
        plan(beat, now.plus(RETRY));
      }
    }
  }

  /**
   * Removes and returns the due heartbeats; a node with a later one has changed concurrently. Of
   * new nodes only some are returned: registering thousands takes longer than a lease duration.
   */
  private List<Beat> due(Instant now) {
    var due = new ArrayList<Beat>();
    lock.lock();
    try {
      while (!schedule.isEmpty() && !schedule.first().due.isAfter(now)) {
        Beat beat = schedule.removeFirst();
        if (beat.changed) {
          beat.changed = false;
          beat.check = Instant.MIN;
        }
        due.add(beat);
      }
      for (int i = 0; i < MAX_CONCURRENCY && !arriving.isEmpty(); i++) {
        Beat beat = arriving.remove();
        beat.arriving = false;
        beat.changed = false;
        due.add(beat);
      }
    } finally {
      lock.unlock();
    }
    return due;
  }

  private void plan(Beat beat, Instant due) {
    lock.lock();
    try {
      if (!schedule.contains(beat)) { // else it has changed meanwhile
        put(beat, due);
      }
    } finally {
      lock.unlock();
    }
  }

  private Duration renewal() {
    return renewal(size());
  }

  private boolean isLarge() {
    return size() > LEASES_PER_SECOND;
  }

  private int size() {
    lock.lock();
    try {
      return beats.size();
    } finally {
      lock.unlock();
    }
  }

  private static Duration renewal(int nodes) {
    Duration wanted = Duration.ofSeconds(nodes / LEASES_PER_SECOND);
    Duration bounded = wanted.compareTo(MAX_RENEWAL) < 0 ? wanted : MAX_RENEWAL;
    return bounded.compareTo(NodeObjects.RENEWAL) > 0 ? bounded : NodeObjects.RENEWAL;
  }

  private boolean beat(Beat beat, Instant now) {
    try {
      boolean first = !beat.registered;
      if (!beat.check.isAfter(now)) {
        beat.check = now.plus(NodeObjects.HEARTBEAT);
        check(beat, now);
      }
      if (first && beat.node != null) {
        begin(beat.node, beat, now);
      }
      if (!beat.silent && beat.node != null && !beat.renewal.isAfter(now)) {
        renew(beat.node, beat, now);
        beat.renewal = now.plus(renewal());
      }
      return true;
    } catch (ApiException e) {
      beat.check = Instant.MIN;
      if (!(e instanceof ApiException.Conflict)) { // changed since the cache saw it
        log.atWarn()
            .addKeyValue("node", beat.name)
            .addKeyValue("err", e.getMessage())
            .log("Failed to update node status or lease, will retry");
      }
      return false;
    }
  }

  /**
   * Nodes that register at the same time do not send their heartbeats in lockstep. And where many
   * come, a lease is not made at once: the status that a node has just written is as good as a
   * lease for a while, and who cleans up after owners has seen the node by the time its lease
   * appears.
   */
  private void begin(Node node, Beat beat, Instant now) throws ApiException {
    Duration renewal = renewal();
    Duration early = renewal.multipliedBy(registered.getAndIncrement() % PARTS).dividedBy(PARTS);
    if (!isLarge()) {
      renew(node, beat, now);
    }
    beat.renewal = now.plus(renewal).minus(early);
  }

  /** Ensures that the Node object exists with the current status. */
  private void check(Beat beat, Instant now) throws ApiException {
    Optional<Node> found =
        beat.registered
            ? client.get(Node.class, ObjectKey.of(beat.name))
            : findOrCreate(beat.name, now);
    if (found.isEmpty() && beat.registered && !restore) {
      remove(beat.name);
      beat.node = null;
      return;
    }
    beat.silent = found.isPresent() && NodeObjects.isSilent(found.get());
    if (beat.silent) {
      return;
    }
    Node node = found.isPresent() ? found.get() : create(beat.name, now);
    if (!beat.registered) {
      node = open(node);
    }
    NodeStatus status = NodeObjects.status(node, profiles.apply(beat.name), now);
    live.discardingResponses().patchStatus(node, node.getStatus(), status);
    beat.check = NodeObjects.nextHeartbeat(status, now);
    beat.node = node;
    beat.registered = true;
  }

  /** Most are new: with thousands of them it pays to create first and to ask after. */
  private Optional<Node> findOrCreate(String name, Instant now) throws ApiException {
    try {
      return Optional.of(create(name, now));
    } catch (ApiException.AlreadyExists e) {
      return live.get(Node.class, ObjectKey.of(name));
    }
  }

  private Node create(String name, Instant now) throws ApiException {
    NodeProfile profile = profiles.apply(name);
    Node node = NodeObjects.node(name, profile);
    node.setStatus(NodeObjects.status(node, profile, now));
    return live.create(node);
  }

  private Node open(Node node) throws ApiException {
    List<Taint> taints = NodeObjects.openTaints(node);
    if (taints.size() == node.getSpec().getTaints().size()) {
      return node;
    }
    ObjectNode patch = Json.MAPPER.createObjectNode();
    patch
        .putObject("metadata")
        .put("resourceVersion", String.valueOf(node.getMetadata().getResourceVersion()));
    patch
        .putObject("spec")
        .set("taints", taints.isEmpty() ? null : Json.MAPPER.valueToTree(taints));
    return live.patch(node, Patch.merge(patch));
  }

  private void renew(Node node, Beat beat, Instant now) throws ApiException {
    Lease lease = NodeObjects.lease(node, now);
    if (!beat.leased) {
      try {
        var _ = live.discardingResponses().create(lease);
        beat.leased = true;
        return;
      } catch (ApiException.AlreadyExists e) {
        beat.leased = true; // of an earlier life
      }
    }
    try {
      ObjectNode patch = Json.MAPPER.createObjectNode();
      patch.set("spec", Json.tree(lease.getSpec()));
      live.discardingResponses().patch(lease, Patch.merge(patch));
    } catch (ApiException e) {
      beat.leased = false; // gone, perhaps
      throw e;
    }
  }
}
