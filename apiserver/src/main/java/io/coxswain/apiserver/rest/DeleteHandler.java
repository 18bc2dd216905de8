package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.DeletionStrategy;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes objects: immediately, or by setting the deletion timestamp until their finalizers and
 * grace period have ended. {@link #delete} is the list of steps.
 */
final class DeleteHandler {
  private static final Logger log = LoggerFactory.getLogger(DeleteHandler.class);

  private final Store store;
  private final Clock clock;
  private final Admission admission;
  private final Contexts contexts;

  DeleteHandler(Store store, Clock clock, Admission admission, Contexts contexts) {
    this.store = store;
    this.admission = admission;
    this.contexts = contexts;
    this.clock = clock;
  }

  /**
   * The result of a delete.
   *
   * @param removed whether the object has been removed; otherwise its deletion is pending
   */
  record Outcome(Stored object, boolean removed) {}

  /** The object to be deleted, as read for one attempt. */
  private record Deletion(
      Target target, ObjectKey key, Stored seen, ObjectNode before, DeleteOptions options) {
    ServedKind kind() {
      return target.kind();
    }

    DeletionStrategy strategy() {
      return kind().strategy().deletion();
    }

    boolean dryRun() {
      return !options.dryRun().isEmpty();
    }
  }

  /** Deletes the object; starts again if another writer was faster. */
  Outcome delete(Target target, ObjectKey key, DeleteOptions options) {
    checkNotProtected(target.kind(), key);
    var attempts = new Attempts();
    while (true) {
      attempts.next(target.kind().type(), key.name());
      Deletion deletion = read(target, key, options);
      DeletePreconditions.check(target.kind(), key, deletion.before(), options);
      admission.delete(target, key, deletion.before(), options);
      try {
        return commit(deletion);
      } catch (RacedException e) {
        log.trace("concurrent change, retrying: object={}", key);
      }
    }
  }

  /**
   * Like {@link #delete}; an object that does not exist is fine. Returns whether it was removed.
   */
  boolean deleteIfExists(Target target, ObjectKey key, DeleteOptions options) {
    try {
      return delete(target, key, options).removed();
    } catch (StatusException e) {
      if (e.code() != 404) {
        throw e;
      }
      return false;
    }
  }

  /** Adds the warnings of the kind about the options of the request. */
  static void warn(Target target, DeleteOptions options) {
    target.warnings().addAll(target.kind().strategy().deletion().warnings(options.propagation()));
  }

  private static void checkNotProtected(ServedKind kind, ObjectKey key) {
    kind.strategy()
        .deletion()
        .protection(key.name())
        .ifPresent(
            reason -> {
              throw StatusException.forbidden(kind.type(), key.name(), reason);
            });
  }

  private Deletion read(Target target, ObjectKey key, DeleteOptions options) {
    Stored seen = store.head().find(target.kind().collection(), key);
    if (seen == null) {
      throw StatusException.notFound(target.kind().type(), key.name());
    }
    return new Deletion(target, key, seen, target.kind().read(seen), options);
  }

  /** Starts the deletion, shortens it, or removes the object: whatever its state requires. */
  private Outcome commit(Deletion deletion) throws RacedException {
    ObjectNode before = deletion.before();
    ObjectNode after = before.deepCopy();
    if (!Meta.deleting(before)
        && deletion.strategy().start(after, deletion.options().propagation(), clock.now())) {
      return new Outcome(put(deletion, deletion.seen(), after), false);
    }
    if (Meta.deleting(before) && deletion.strategy().isRetained(before)) {
      return new Outcome(deletion.seen(), false);
    }
    OptionalLong grace =
        deletion.strategy().gracePeriodSeconds(before, deletion.options().graceSeconds());
    boolean changed = mark(deletion, after, grace);
    if (isPending(after, grace)) {
      return new Outcome(changed ? put(deletion, deletion.seen(), after) : deletion.seen(), false);
    }
    if (grace.isEmpty() || (Meta.deleting(before) && !changed)) {
      return new Outcome(remove(deletion, deletion.seen(), before), true);
    }
    // Upstream deletes a pod in two steps: the timestamp is set first, and watches observe that.
    Stored last = put(deletion, deletion.seen(), after);
    return new Outcome(remove(deletion, last, after), true);
  }

  /** Sets finalizers and deletion timestamp in {@code after}; whether anything changes. */
  private boolean mark(Deletion deletion, ObjectNode after, OptionalLong grace) {
    ObjectNode before = deletion.before();
    DeleteOptions options = deletion.options();
    List<String> finalizers =
        options.propagation().finalizers(before, deletion.kind().facts().orphansByDefault());
    Meta.setFinalizers(after, finalizers);
    boolean timed = DeletionTimestamp.set(after, before, grace.orElse(0), clock.now());
    if (!timed && grace.isPresent()) {
      boolean requested = options.graceSeconds() != null;
      timed = DeletionTimestamp.shorten(after, before, grace.getAsLong(), requested, clock.now());
    }
    return timed || !finalizers.equals(Meta.finalizers(before));
  }

  /** An object that is being deleted keeps its grace period unless it must be removed at once. */
  private static boolean isPending(ObjectNode after, OptionalLong grace) {
    return !Meta.finalizers(after).isEmpty()
        || (grace.orElse(0) > 0
            && Meta.at(after, "/metadata/deletionGracePeriodSeconds").asLong(0) > 0);
  }

  private Stored put(Deletion deletion, Stored seen, ObjectNode after) throws RacedException {
    ServedKind kind = deletion.kind();
    return deletion.dryRun()
        ? kind.store(after, seen.revision())
        : store.put(
            kind.collection(),
            deletion.key(),
            seen,
            kind.encoder(after),
            deletion.target().origin());
  }

  private Stored remove(Deletion deletion, Stored seen, ObjectNode last) throws RacedException {
    if (deletion.dryRun()) {
      return seen;
    }
    ServedKind kind = deletion.kind();
    Target target = deletion.target();
    Stored removed =
        store.remove(kind.collection(), deletion.key(), seen, kind.encoder(last), target.origin());
    kind.strategy().removed(last, contexts.of(target));
    return removed;
  }
}
