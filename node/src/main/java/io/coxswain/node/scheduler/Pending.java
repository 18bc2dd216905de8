package io.coxswain.node.scheduler;

import io.coxswain.api.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait for a node: the active queue, and the unschedulable pods that wait for a
 * change in the cluster.
 */
final class Pending {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MAX_DURATION = Duration.ofSeconds(10);

  private final SortedMap<ObjectKey, Waiting> waiting = new TreeMap<>();

  /** A pod that waits. */
  static final class Waiting {
    private PodFacts facts;
    private boolean active = true;
    private int attempts;
    private Instant notBefore = Instant.MIN;

    private Waiting(PodFacts facts) {
      this.facts = facts;
    }

    PodFacts facts() {
      return facts;
    }

    void facts(PodFacts now) {
      this.facts = now;
    }

    /** The attempt failed: the next one is worthwhile only after a change. */
    void failed(Instant now) {
      active = false;
      Duration pause = FIRST.multipliedBy(1L << Math.min(attempts, 4));
      notBefore = now.plus(pause.compareTo(MAX_DURATION) < 0 ? pause : MAX_DURATION);
      attempts++;
    }

    void again() {
      active = true;
    }

    boolean isActive() {
      return active;
    }
  }

  @Nullable Waiting find(ObjectKey key) {
    return waiting.get(key);
  }

  /** Adds a pod, or takes note that it has changed; true when it is to be tried. */
  boolean put(PodFacts facts) {
    Waiting known = waiting.get(facts.key());
    if (known == null || !known.facts.uid().equals(facts.uid())) {
      waiting.put(facts.key(), new Waiting(facts));
      return true;
    }
    boolean changed =
        !known.facts.shape().equals(facts.shape()) || !known.facts.gang().equals(facts.gang());
    known.facts = facts;
    known.active |= changed;
    return changed;
  }

  void remove(ObjectKey key) {
    waiting.remove(key);
  }

  Collection<Waiting> all() {
    return waiting.values();
  }

  /** A change may help waiting pods; false if none waits for it. */
  boolean wake() {
    boolean any = false;
    for (Waiting pod : waiting.values()) {
      any |= !pod.active;
      pod.active = true;
    }
    return any;
  }

  /** Those whose time to be tried has come, in the order to try them. */
  List<Waiting> due(Instant now) {
    var due = new ArrayList<Waiting>();
    for (Waiting pod : waiting.values()) {
      if (pod.active && !pod.notBefore.isAfter(now)) {
        due.add(pod);
      }
    }
    due.sort((a, b) -> PodFacts.ORDER.compare(a.facts, b.facts));
    return due;
  }

  /** When the next of those to be tried again is due. */
  Optional<Instant> next() {
    return waiting.values().stream()
        .filter(pod -> pod.active)
        .map(pod -> pod.notBefore)
        .min(Instant::compareTo);
  }
}
