package io.coxswain.kube.attachdetach;

import java.time.Instant;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the controller remembers of a node from one reconcile to the next, by the unique names of
 * volumes. Only volumes that are used or attached are in it.
 *
 * @param unused since when no pod uses an attached volume
 * @param restored when a lost attachment was last restored
 * @param late when to report again that an attacher takes its time
 * @param errors the time of the attacher's error that was last reported
 * @param blocked volumes whose pods have an event that another node has them
 */
record NodeMemory(
    SortedMap<String, Instant> unused,
    SortedMap<String, Instant> restored,
    SortedMap<String, Instant> late,
    SortedMap<String, String> errors,
    SortedSet<String> blocked) {

  static NodeMemory empty() {
    return new NodeMemory(
        new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
  }

  NodeMemory copy() {
    return new NodeMemory(
        new TreeMap<>(unused),
        new TreeMap<>(restored),
        new TreeMap<>(late),
        new TreeMap<>(errors),
        new TreeSet<>(blocked));
  }

  void keepOnly(Set<String> wanted, Set<String> attached) {
    unused.keySet().retainAll(attached);
    late.keySet().retainAll(attached);
    errors.keySet().retainAll(attached);
    restored.keySet().retainAll(wanted);
    blocked.retainAll(wanted);
  }

  boolean isEmpty() {
    return unused.isEmpty()
        && restored.isEmpty()
        && late.isEmpty()
        && errors.isEmpty()
        && blocked.isEmpty();
  }
}
