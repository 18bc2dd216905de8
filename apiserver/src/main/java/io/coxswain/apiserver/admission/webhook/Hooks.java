package io.coxswain.apiserver.admission.webhook;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;

/** The webhooks of all configurations of a kind in a snapshot: by name, then in order. */
final class Hooks {
  private final String collection;
  private volatile View view = new View(SortedTree.empty(), List.of());

  private record View(SortedTree<ObjectKey, Stored> configurations, List<Hook> hooks) {}

  Hooks(String collection) {
    this.collection = collection;
  }

  List<Hook> of(Snapshot snapshot) {
    View known = view;
    var configurations = snapshot.collection(collection);
    if (known.configurations == configurations) {
      return known.hooks;
    }
    var hooks = new ArrayList<Hook>();
    for (Stored configuration : configurations.values()) {
      hooks.addAll(Hook.of(configuration));
    }
    view = new View(configurations, List.copyOf(hooks));
    return view.hooks;
  }
}
