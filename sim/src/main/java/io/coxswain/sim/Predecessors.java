package io.coxswain.sim;

import io.coxswain.apiserver.store.Commit;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts for each object how many earlier objects of the run had its kind and name. A replaced
 * object looks like the first one, but references to that one by UID are dangling. Lives as long as
 * a run, like the store whose commits it observes.
 */
final class Predecessors {
  private final Map<String, Integer> created = new HashMap<>();
  private final Map<String, Integer> byUid = new HashMap<>();

  void observe(Commit commit) {
    if (commit.before() == null) {
      String name = commit.collection() + " " + commit.key();
      int all = created.merge(name, 1, Integer::sum);
      if (all > 1) {
        byUid.put(commit.after().uid(), all - 1);
      }
    }
  }

  /** Objects without predecessors are absent. */
  Map<String, Integer> byUid() {
    return Collections.unmodifiableMap(byUid);
  }
}
