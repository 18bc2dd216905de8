package io.coxswain.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import org.jspecify.annotations.Nullable;

/** One step from a revision to the next: one object created, updated or removed. */
public final class Commit {
  private final long revision;
  private final String collection;
  private final @Nullable Stored before;
  private final Stored after;
  private final boolean removal;
  private final Origin origin;
  private volatile @Nullable Stored departure;

  Commit(
      long revision,
      String collection,
      @Nullable Stored before,
      Stored after,
      boolean removal,
      Origin origin) {
    this.revision = revision;
    this.collection = collection;
    this.before = before;
    this.after = after;
    this.removal = removal;
    this.origin = origin;
  }

  public long revision() {
    return revision;
  }

  /** The name the object's kind is stored under. */
  public String collection() {
    return collection;
  }

  public ObjectKey key() {
    return after.key();
  }

  /** The object until this commit; null when it was created. */
  public @Nullable Stored before() {
    return before;
  }

  /** The object from this commit on; for a removal its last state with the revision of this. */
  public Stored after() {
    return after;
  }

  public boolean removal() {
    return removal;
  }

  public Origin origin() {
    return origin;
  }

  /**
   * What a watcher sees whose selection the object leaves by this commit: the state before, with
   * the revision of the commit. Made once for all watchers.
   */
  public Stored departure() {
    Stored known = departure;
    if (known != null) {
      return known;
    }
    if (removal || before == null) {
      return after;
    }
    ObjectNode tree = before.tree();
    tree.withObject("/metadata").put("resourceVersion", Long.toString(revision));
    Stored made =
        new Stored(
            before.key(),
            before.uid(),
            revision,
            before.labels(),
            before.fields(),
            Json.bytes(tree));
    departure = made;
    return made;
  }
}
