package io.coxswain.kube.host.serving;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Who asks. */
record User(String name, String uid, List<String> groups, SortedMap<String, List<String>> extra) {
  static final User ANONYMOUS =
      new User(
          "system:anonymous", "", List.of("system:unauthenticated"), Collections.emptySortedMap());

  User {
    groups = List.copyOf(groups);
    extra = Collections.unmodifiableSortedMap(new TreeMap<>(extra));
  }

  /** The same, as one whose word was taken. */
  User authenticated() {
    var all = new ArrayList<>(groups);
    if (!all.contains("system:authenticated")) {
      all.add("system:authenticated");
    }
    return new User(name, uid, all, extra);
  }
}
