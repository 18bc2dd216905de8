package io.coxswain.apiserver.kinds;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The annotations of a request's audit events. As upstream, the first value of a key stays. Bounded
 * in size: what does not fit is left out. Belongs to the task of the request.
 */
public final class AuditAnnotations {
  private static final int MAX_LENGTH = 256 * 1024;

  private final SortedMap<String, String> all = new TreeMap<>();
  private int length;

  public void add(String key, String value) {
    int added = key.length() + value.length();
    if (length + added <= MAX_LENGTH && all.putIfAbsent(key, value) == null) {
      length += added;
    }
  }

  /** All annotations, by key. */
  public SortedMap<String, String> all() {
    return Collections.unmodifiableSortedMap(all);
  }
}
