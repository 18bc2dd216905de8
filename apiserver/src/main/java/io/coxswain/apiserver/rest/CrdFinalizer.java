package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.crd.CrdTermination;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.CustomResourceDefinitionStrategy;
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
 * Deletes a CRD only after all its objects have been deleted. Upstream does this in a controller;
 * here it happens in the request that deletes the CRD, or that deletes its last object.
 */
final class CrdFinalizer implements WriteObserver {
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

  @Override
  public void updated(Target target) {
    releaseIfLast(target);
  }

  @Override
  public void deleted(Target target, ObjectKey key, boolean removed) {
    if (target.kind().collection().equals(CustomResourceDefinitionStrategy.COLLECTION)) {
      deleteObjects(target, key);
    } else if (removed) {
      releaseIfLast(target);
    }
  }

  /** Deletes the objects of the CRD, then finishes its deletion if none is left. */
  private void deleteObjects(Target target, ObjectKey key) {
    Stored definition = store.head().find(CustomResourceDefinitionStrategy.COLLECTION, key);
    if (definition == null || !CrdTermination.isPending(definition.tree())) {
      return;
    }
    change(target, key, tree -> CrdTermination.begin(tree, clock.now()));
    String collection = collection(definition);
    for (ServedKind kind : kinds.all(store.head())) {
      if (kind.collection().equals(collection) && kind.facts().custom()) {
        var each = Target.of(target.info(), kind, target.request(), target.user(), clock);
        for (Stored object : List.copyOf(list(collection))) {
          var _ = deletes.deleteIfExists(each, object.key(), DeleteOptions.NONE);
        }
        break;
      }
    }
    release(target, key);
  }

  /** Finishes the deletion of the CRD of a custom kind if nothing else blocks it. */
  private void releaseIfLast(Target target) {
    if (target.kind().facts().terminating()) {
      release(target, ObjectKey.of(target.kind().collection()));
    }
  }

  private void release(Target target, ObjectKey key) {
    Stored definition = store.head().find(CustomResourceDefinitionStrategy.COLLECTION, key);
    if (definition == null
        || !CrdTermination.isPending(definition.tree())
        || store.head().collection(collection(definition)).size() > 0) {
      return;
    }
    change(target, key, tree -> CrdTermination.complete(tree, clock.now()));
  }

  private List<Stored> list(String collection) {
    var objects = new ArrayList<Stored>();
    store.head().collection(collection).values().forEach(objects::add);
    return objects;
  }

  /** Objects are stored under the name of their CRD. */
  private static String collection(Stored definition) {
    return definition.key().name();
  }

  /** An edit of a CRD. */
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
      Stored seen = store.head().find(CustomResourceDefinitionStrategy.COLLECTION, key);
      if (seen == null) {
        return;
      }
      ObjectNode tree = seen.tree();
      edit.apply(tree);
      try {
        boolean gone = Meta.deleting(tree) && Meta.finalizers(tree).isEmpty();
        var _ =
            gone
                ? store.remove(
                    CustomResourceDefinitionStrategy.COLLECTION,
                    key,
                    seen,
                    r -> kind.store(tree, r),
                    target.origin())
                : store.put(
                    CustomResourceDefinitionStrategy.COLLECTION,
                    key,
                    seen,
                    r -> kind.store(tree, r),
                    target.origin());
        return;
      } catch (RacedException e) {
        log.trace("concurrent change, retrying: object={}", key);
      }
    }
  }
}
