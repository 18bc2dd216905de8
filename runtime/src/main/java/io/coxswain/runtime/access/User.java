package io.coxswain.runtime.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** An authenticated user. */
public record User(
    String name, String uid, List<String> groups, SortedMap<String, List<String>> extra) {
  public static final User ANONYMOUS =
      new User(
          "system:anonymous", "", List.of("system:unauthenticated"), Collections.emptySortedMap());

  public User {
    groups = List.copyOf(groups);
    extra = Collections.unmodifiableSortedMap(new TreeMap<>(extra));
  }

  /** Adds the group of authenticated users. */
  public User authenticated() {
    var all = new ArrayList<>(groups);
    if (!all.contains("system:authenticated")) {
      all.add("system:authenticated");
    }
    return new User(name, uid, all, extra);
  }
}
