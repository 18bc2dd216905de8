package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes objects: at once, or by marking them until their finalizers and grace are done. */
final class DeleteHandler {
  private static final Logger log = LoggerFactory.getLogger(DeleteHandler.class);
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";

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
   * What became of an object.
   *
   * @param removed whether it is gone; otherwise it waits
   */
  record Outcome(Stored object, boolean removed) {}

  Outcome delete(Target target, ObjectKey key, DeleteOptions options) {
    ServedKind kind = target.kind();
    var attempts = new Attempts();
    while (true) {
      attempts.next(kind.type(), key.name());
      Stored seen = store.head().find(kind.collection(), key);
      if (seen == null) {
        throw StatusException.notFound(kind.type(), key.name());
      }
      ObjectNode before = kind.read(seen);
      checkPreconditions(kind, key, before, options);
      admission.delete(target, key, before, options);
      try {
        return attempt(target, key, seen, before, options);
      } catch (RacedException e) {
        log.trace("{} changed meanwhile; trying again", key);
      }
    }
  }

  /** Told to whoever deletes Jobs and does not say what becomes of their pods. */
  static void warn(Target target, DeleteOptions options) {
    if (target.kind().collection().equals("jobs.batch") && options.saysNothingOfDependents()) {
      target
          .warnings()
          .add(
              "child pods are preserved by default when jobs are deleted; set"
                  + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan"
                  + " to suppress this warning");
    }
  }

  /** As {@link #delete}; an object that is gone is fine. */
  void deleteIfThere(Target target, ObjectKey key, DeleteOptions options) {
    try {
      var _ = delete(target, key, options);
    } catch (StatusException e) {
      if (e.code() != 404) {
        throw e;
      }
    }
  }

  private Outcome attempt(
      Target target, ObjectKey key, Stored seen, ObjectNode before, DeleteOptions options)
      throws RacedException {
    ServedKind kind = target.kind();
    boolean dry = !options.dryRun().isEmpty();
    ObjectNode after = before.deepCopy();
    if (kind.collection().equals("namespaces")) {
      return namespace(target, key, seen, before, after, dry);
    }
    List<String> finalizers = finalizers(kind, before, options);
    Meta.setFinalizers(after, finalizers);
    boolean pod = kind.collection().equals("pods");
    long grace = pod ? PodGracePeriod.seconds(before, options) : 0;
    boolean marked =
        PodGracePeriod.setDeletionTimestamp(after, before, pod, grace, options, clock.now())
            || !finalizers.equals(Meta.finalizers(before));
    boolean stays = !finalizers.isEmpty() || (pod && remainingGrace(after, grace) > 0);
    if (stays) {
      return new Outcome(marked ? put(target, key, seen, after, dry) : seen, false);
    }
    if (!pod || (Meta.deleting(before) && !marked)) {
      return new Outcome(remove(target, key, seen, before, dry), true);
    }
    // Upstream ends a pod in two steps: it is marked first, and watchers see that.
    Stored last = put(target, key, seen, after, dry);
    return new Outcome(remove(target, key, last, after, dry), true);
  }

  /** A pod whose time is running keeps it unless it is told to end now. */
  private static long remainingGrace(ObjectNode after, long grace) {
    return grace > 0 ? after.at("/metadata/deletionGracePeriodSeconds").asLong(0) : 0;
  }

  private Outcome namespace(
      Target target, ObjectKey key, Stored seen, ObjectNode before, ObjectNode after, boolean dry)
      throws RacedException {
    if (List.of("default", "kube-system", "kube-public").contains(key.name())) {
      throw StatusException.forbidden(
          target.kind().type(), key.name(), "this namespace may not be deleted");
    }
    if (!Meta.deleting(before)) {
      Meta.of(after).put("deletionTimestamp", Meta.time(clock.now()));
      Meta.child(after, "status").put("phase", "Terminating");
    }
    boolean empty = before.at("/spec/finalizers").isEmpty() && Meta.finalizers(before).isEmpty();
    if (empty) {
      return new Outcome(remove(target, key, seen, after, dry), true);
    }
    if (Meta.deleting(before)) {
      return new Outcome(seen, false);
    }
    return new Outcome(put(target, key, seen, after, dry), false);
  }

  private Stored put(Target target, ObjectKey key, Stored seen, ObjectNode after, boolean dry)
      throws RacedException {
    if (dry) {
      return target.kind().store(after, seen.revision());
    }
    return store.put(
        target.kind().collection(), key, seen, target.kind().encoder(after), target.origin());
  }

  private Stored remove(Target target, ObjectKey key, Stored seen, ObjectNode last, boolean dry)
      throws RacedException {
    if (dry) {
      return seen;
    }
    Stored removed =
        store.remove(
            target.kind().collection(), key, seen, target.kind().encoder(last), target.origin());
    target.kind().strategy().removed(last, contexts.of(target));
    return removed;
  }

  private static void checkPreconditions(
      ServedKind kind, ObjectKey key, JsonNode object, DeleteOptions options) {
    String uid = Meta.uid(object);
    if (options.uid() != null && !options.uid().equals(uid)) {
      throw StatusException.deletePrecondition(
          kind.type(),
          key.name(),
          "the UID in the precondition ("
              + options.uid()
              + ") does not match the UID in record ("
              + uid
              + "). The object might have been deleted and then recreated");
    }
    String version = Meta.resourceVersion(object);
    if (options.resourceVersion() != null && !options.resourceVersion().equals(version)) {
      throw StatusException.deletePrecondition(
          kind.type(),
          key.name(),
          "the ResourceVersion in the precondition ("
              + options.resourceVersion()
              + ") does not match the ResourceVersion in record ("
              + version
              + "). The object might have been modified");
    }
  }

  /** The finalizers that make the garbage collector do what is asked for. */
  private static List<String> finalizers(ServedKind kind, JsonNode object, DeleteOptions options) {
    var finalizers = new ArrayList<>(Meta.finalizers(object));
    boolean orphan;
    boolean foreground;
    if (options.propagation() != null) {
      orphan = options.propagation().equals("Orphan");
      foreground = options.propagation().equals("Foreground");
    } else if (options.orphanDependents() != null) {
      orphan = options.orphanDependents();
      foreground = false;
    } else if (finalizers.contains(ORPHAN) || finalizers.contains(FOREGROUND)) {
      return finalizers;
    } else {
      orphan = kind.facts().orphansByDefault();
      foreground = false;
    }
    toggle(finalizers, ORPHAN, orphan);
    toggle(finalizers, FOREGROUND, foreground);
    return finalizers;
  }

  private static void toggle(List<String> finalizers, String finalizer, boolean wanted) {
    if (!wanted) {
      finalizers.remove(finalizer);
    } else if (!finalizers.contains(finalizer)) {
      finalizers.add(finalizer);
    }
  }
}
