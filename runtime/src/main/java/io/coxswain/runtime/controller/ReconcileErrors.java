package io.coxswain.runtime.controller;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The keys of a controller whose latest reconcile failed, with the error. Keys beyond the first 512
 * are left out. Thread-safe.
 */
final class ReconcileErrors<K> {
  private static final int KEYS = 512;
  private static final int MAX_MESSAGE = 1000;

  private final ConcurrentMap<K, Failure> byKey = new ConcurrentHashMap<>();

  private record Failure(Instant at, String message) {}

  void failed(K key, Instant at, String message) {
    if (byKey.size() < KEYS || byKey.containsKey(key)) {
      String line = message.replaceAll("\\s+", " ").strip();
      byKey.put(key, new Failure(at, line.substring(0, Math.min(line.length(), MAX_MESSAGE))));
    }
  }

  void succeeded(K key) {
    byKey.remove(key);
  }

  /** A line for each key, sorted: key, time and message, with tabs between them. */
  List<String> lines() {
    return byKey.entrySet().stream()
        .map(
            entry ->
                entry.getKey() + "\t" + entry.getValue().at() + "\t" + entry.getValue().message())
        .sorted()
        .toList();
  }
}
