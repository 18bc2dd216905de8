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

  /** The storage name of the object's kind. */
  public String collection() {
    return collection;
  }

  public ObjectKey key() {
    return after.key();
  }

  /** The object before this commit; null if it was created. */
  public @Nullable Stored before() {
    return before;
  }

  /**
   * The object after this commit; for a removal its last state with the revision of this commit.
   */
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
   * The event of a watch whose selection the object leaves with this commit: the state before, with
   * the revision of the commit. Created once for all watches.
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
