package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import org.jspecify.annotations.Nullable;

/**
 * All objects at one revision.
 *
 * @param collections by storage name, such as {@code jobs.batch}
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

  /** The state after one more commit. */
  Snapshot with(Commit commit) {
    var objects = collection(commit.collection());
    var changed =
        commit.removal()
            ? objects.without(commit.key())
            : objects.with(commit.key(), commit.after());
    return new Snapshot(commit.revision(), collections.with(commit.collection(), changed));
  }

  /** The same revision with one more object; for building a snapshot. */
  Snapshot with(String collection, Stored object) {
    return new Snapshot(
        revision, collections.with(collection, collection(collection).with(object.key(), object)));
  }
}
