package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import org.jspecify.annotations.Nullable;

/**
 * All objects at one revision.
 *
 * @param collections by the name a kind is stored under, such as {@code jobs.batch}
 */
public record Snapshot(
    long revision, SortedTree<String, SortedTree<ObjectKey, Stored>> collections) {

  public SortedTree<ObjectKey, Stored> collection(String name) {
    var collection = collections.get(name);
    return collection == null ? SortedTree.empty() : collection;
  }

  public @Nullable Stored find(String collection, ObjectKey key) {
    return collection(collection).get(key);
  }
}
