package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a definition only after all its objects are gone. What upstream does in a controller happens
 * here with the request that deletes the definition, or the one that removes the last object.
 */
final class CrdFinalizer {
  static final String COLLECTION = "customresourcedefinitions.apiextensions.k8s.io";
  private static final String FINALIZER = "customresourcecleanup.apiextensions.k8s.io";
  private static final Logger log = LoggerFactory.getLogger(CrdFinalizer.class);

  private final Store store;
  private final Clock clock;
  private final KindRegistry kinds;
  private final DeleteHandler deletes;

  CrdFinalizer(Store store, Clock clock, KindRegistry kinds, DeleteHandler deletes) {
    this.store = store;
    this.clock = clock;
    this.kinds = kinds;
    this.deletes = deletes;
  }

  /** Marks the definition as held by its objects, if it has any. */
  void before(Target target) {
    Stored definition = store.head().find(COLLECTION, target.key());
    if (definition == null || store.head().collection(collection(definition)).size() == 0) {
      return;
    }
    change(
        target,
        target.key(),
        tree -> {
          var finalizers = new ArrayList<>(Meta.finalizers(tree));
          if (!finalizers.contains(FINALIZER)) {
            finalizers.add(FINALIZER);
          }
          Meta.setFinalizers(tree, finalizers);
          terminating(tree);
        });
  }

  /** Deletes the objects of the definition, then lets it go if none is left. */
  void after(Target target) {
    Stored definition = store.head().find(COLLECTION, target.key());
    if (definition == null || !Meta.deleting(definition.tree())) {
      return;
    }
    String collection = collection(definition);
    for (ServedKind kind : kinds.all(store.head())) {
      if (kind.collection().equals(collection) && kind.facts().custom()) {
        var each = Target.of(target.info(), kind, target.request(), target.user(), clock);
        for (Stored object : List.copyOf(list(collection))) {
          deletes.deleteIfThere(each, object.key(), DeleteOptions.NONE);
        }
        break;
      }
    }
    release(target, target.key());
  }

  /** Lets the definition of a custom kind go if it waits for nothing else. */
  void removedOne(Target target) {
    if (target.kind().facts().terminating()) {
      release(target, ObjectKey.of(target.kind().collection()));
    }
  }

  private void release(Target target, ObjectKey key) {
    Stored definition = store.head().find(COLLECTION, key);
    if (definition == null
        || !Meta.deleting(definition.tree())
        || store.head().collection(collection(definition)).size() > 0) {
      return;
    }
    change(
        target,
        key,
        tree -> {
          var finalizers = new ArrayList<>(Meta.finalizers(tree));
          finalizers.remove(FINALIZER);
          Meta.setFinalizers(tree, finalizers);
        });
  }

  private List<Stored> list(String collection) {
    var objects = new ArrayList<Stored>();
    store.head().collection(collection).values().forEach(objects::add);
    return objects;
  }

  /** Objects are stored under the name of their definition. */
  private static String collection(Stored definition) {
    return definition.key().name();
  }

  private void terminating(ObjectNode definition) {
    ArrayNode conditions = Meta.child(definition, "status").withArray("/conditions");
    Meta.objects(conditions).stream()
        .filter(c -> Meta.text(c, "/type").equals("Terminating"))
        .findFirst()
        .orElseGet(conditions::addObject)
        .removeAll()
        .put("type", "Terminating")
        .put("status", "True")
        .put("lastTransitionTime", Meta.time(clock.now()))
        .put("reason", "InstanceDeletionInProgress")
        .put("message", "CustomResource deletion is in progress");
  }

  /** An edit of a definition. */
  @FunctionalInterface
  private interface Edit {
    void apply(ObjectNode definition);
  }

  private void change(Target target, ObjectKey key, Edit edit) {
    ServedKind kind =
        kinds
            .find(store.head(), "apiextensions.k8s.io", "v1", "customresourcedefinitions")
            .orElseThrow();
    var attempts = new Attempts();
    while (true) {
      attempts.next(kind.type(), key.name());
      Stored seen = store.head().find(COLLECTION, key);
      if (seen == null) {
        return;
      }
      ObjectNode tree = seen.tree();
      edit.apply(tree);
      try {
        boolean gone = Meta.deleting(tree) && Meta.finalizers(tree).isEmpty();
        var _ =
            gone
                ? store.remove(COLLECTION, key, seen, r -> kind.store(tree, r), target.origin())
                : store.put(COLLECTION, key, seen, r -> kind.store(tree, r), target.origin());
        return;
      } catch (RacedException e) {
        log.trace("{} changed meanwhile; trying again", key);
      }
    }
  }
}
