package io.coxswain.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.store.Commit;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Properties of every cluster that must hold after each commit, whichever controllers run:
 *
 * <ul>
 *   <li>an object has at most one controller among its owners;
 *   <li>no observedGeneration is greater than the generation;
 *   <li>the lastTransitionTime of a condition changes only with its status, or with its reason if
 *       the simulation allows it;
 *   <li>a condition does not change its status and change it back without a cause, which is a
 *       fault, the lapse of time, or a commit by someone else since what the writer had written
 *       before;
 *   <li>a new pod of a Job does not exceed the largest parallelism that the Job has had, unless the
 *       run repeats requests: no controller can prevent that a repeated create makes two pods.
 * </ul>
 *
 * <p>Commits of the script and objects restored from a backup are facts, not decisions of a
 * controller: they are recorded, but never rejected. Lives as long as a run.
 */
final class ClusterInvariants {
  static final String SCRIPT = "script";

  /** A condition that changes back later than this may have been caused by a timeout. */
  private static final long FLAP_NANOS = Duration.ofSeconds(1).toNanos();

  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private final LongSupplier nanos;
  private final boolean disturbed;
  private final boolean repeated;
  private final Predicate<String> timedByReason;
  private final Map<String, Integer> parallelism = new HashMap<>();
  private final Map<String, Set<String>> activePods = new HashMap<>();
  private final Map<String, Change> changes = new HashMap<>();
  private final Map<String, Long> writesOf = new HashMap<>();
  private final Map<String, Long> foreignWritesOf = new HashMap<>();
  private long writes;

  /**
   * @param plan its faults are a cause for conditions to change back
   * @param timedByReason the types of conditions whose time also changes with their reason
   */
  ClusterInvariants(LongSupplier nanos, FaultPlan plan, Predicate<String> timedByReason) {
    this.nanos = nanos;
    this.disturbed = !plan.isEmpty();
    this.repeated = plan.faults().containsValue(Fault.DUPLICATE);
    this.timedByReason = timedByReason;
  }

  /**
   * The last change of the status of a condition.
   *
   * @param foreignWrites the number of commits by others up to the writer's commit before this one:
   *     it may have decided before it saw later ones
   */
  private record Change(String from, long nanos, long foreignWrites) {}

  /** The numbers of commits by others at the writer's last commit of the object, and now. */
  private record Foreign(long before, long now) {}

  /** Describes how the commit violates an invariant; empty if it does not. */
  Optional<String> complaint(Commit commit) {
    boolean decided =
        !commit.origin().user().equals(SCRIPT) && !commit.origin().verb().equals("restore");
    ObjectNode after = commit.after().tree();
    String kind = after.path("kind").asText();
    if (kind.equals("Event") || kind.equals("Lease")) {
      return Optional.empty();
    }
    String writer = commit.origin().user() + " " + commit.after().uid();
    writes++;
    long now = writes - writesOf.merge(writer, 1L, Long::sum);
    Long before = foreignWritesOf.put(writer, now);
    var foreign = new Foreign(before == null ? now : before, now);
    Optional<String> wrong = jobs(commit, kind, after);
    if (commit.removal()) {
      return Optional.empty();
    }
    ObjectNode none = after.objectNode();
    ObjectNode old = commit.before() == null ? none : commit.before().tree();
    wrong = wrong.or(() -> owners(after)).or(() -> generations(after));
    JsonNode held = old.path("status").path("conditions");
    for (JsonNode condition : after.path("status").path("conditions")) {
      for (JsonNode earlier : held) {
        if (earlier.path("type").equals(condition.path("type"))) {
          Optional<String> moved = moved(commit, earlier, condition, foreign);
          wrong = wrong.isPresent() ? wrong : moved;
        }
      }
    }
    return decided
        ? wrong.map(
            what -> "%s of %s %s: %s".formatted(commit.origin().verb(), kind, commit.key(), what))
        : Optional.empty();
  }

  private static Optional<String> owners(ObjectNode object) {
    int controllers = 0;
    for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
      controllers += owner.path("controller").asBoolean() ? 1 : 0;
    }
    return controllers > 1 ? Optional.of("it has two controllers") : Optional.empty();
  }

  private static Optional<String> generations(ObjectNode object) {
    long generation = object.path("metadata").path("generation").asLong();
    JsonNode status = object.path("status");
    long observed = status.path("observedGeneration").asLong();
    for (JsonNode condition : status.path("conditions")) {
      observed = Math.max(observed, condition.path("observedGeneration").asLong());
    }
    return generation > 0 && observed > generation
        ? Optional.of("observedGeneration " + observed + " exceeds generation " + generation)
        : Optional.empty();
  }

  private Optional<String> moved(Commit commit, JsonNode old, JsonNode now, Foreign foreign) {
    String type = now.path("type").asText();
    String before = old.path("status").asText();
    String status = now.path("status").asText();
    if (before.equals(status)) {
      boolean allowed = timedByReason.test(type) && !old.path("reason").equals(now.path("reason"));
      return allowed || old.path("lastTransitionTime").equals(now.path("lastTransitionTime"))
          ? Optional.empty()
          : Optional.of("lastTransitionTime of condition " + type + " changed, its status did not");
    }
    String key = commit.origin().user() + " " + commit.after().uid() + " " + type;
    var change = new Change(before, nanos.getAsLong(), foreign.before);
    Change last = changes.put(key, change);
    boolean flapped =
        last != null
            && !disturbed
            && last.from.equals(status)
            && last.foreignWrites == foreign.now
            && change.nanos - last.nanos < FLAP_NANOS;
    return flapped
        ? Optional.of(
            "condition " + type + " changed back to " + status + " although nothing had happened")
        : Optional.empty();
  }

  private Optional<String> jobs(Commit commit, String kind, ObjectNode object) {
    String uid = commit.after().uid();
    if (kind.equals("Job")) {
      parallelism.merge(uid, object.path("spec").path("parallelism").asInt(1), Math::max);
      return Optional.empty();
    }
    if (!kind.equals("Pod")) {
      return Optional.empty();
    }
    String job = jobOf(object);
    if (job.isEmpty()) {
      return Optional.empty();
    }
    Set<String> active = activePods.computeIfAbsent(job, j -> new HashSet<>());
    boolean ended =
        commit.removal()
            || object.path("metadata").has("deletionTimestamp")
            || ENDED.contains(object.path("status").path("phase").asText());
    if (ended) {
      active.remove(uid);
      return Optional.empty();
    }
    active.add(uid);
    int allowed = parallelism.getOrDefault(job, Integer.MAX_VALUE);
    return commit.before() == null && active.size() > allowed && !repeated
        ? Optional.of(active.size() + " active pods of a Job of parallelism " + allowed)
        : Optional.empty();
  }

  private static String jobOf(ObjectNode pod) {
    for (JsonNode owner : pod.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean() && owner.path("kind").asText().equals("Job")) {
        return owner.path("uid").asText();
      }
    }
    return "";
  }
}
