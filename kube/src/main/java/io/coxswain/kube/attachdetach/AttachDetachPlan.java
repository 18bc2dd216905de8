package io.coxswain.kube.attachdetach;

import io.coxswain.kube.attachdetach.NodeVolumes.Attached;
import io.coxswain.kube.attachdetach.NodeVolumes.Wanted;
import io.coxswain.kube.common.CsiName;
import io.fabric8.kubernetes.api.model.storage.VolumeError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What to do for a node.
 *
 * @param report the volumes that the status of the node shall list
 * @param ready volumes that it did not list before, whose pods can start
 * @param attach volumes to attach
 * @param blocked volumes that another node has, to be reported to their pods
 * @param failed volumes that the attacher could not attach, to be reported to their pods
 * @param detach volumes to detach
 * @param memory what to remember
 * @param look when to look again if nothing happens
 */
record AttachDetachPlan(
    SortedSet<String> report,
    List<Wanted> ready,
    List<Wanted> attach,
    List<Wanted> blocked,
    List<Failed> failed,
    List<Detach> detach,
    NodeMemory memory,
    Optional<Duration> look) {

  /** A volume that could not be attached. */
  record Failed(Wanted volume, String problem) {}

  /** A volume to detach. */
  record Detach(Attached volume, Reason reason) {}

  /** Why a volume may be detached. */
  enum Reason {
    /** The node does not use it. */
    UNUSED,
    /** The node had its time to stop using it. */
    TIMEOUT,
    /** The node is out of service. */
    OUT_OF_SERVICE
  }

  static AttachDetachPlan of(NodeVolumes seen, AttachDetachOptions options, Instant now) {
    return new Draft(seen, options, now).plan();
  }

  /** A plan in the making. */
  private static final class Draft {
    private final NodeVolumes seen;
    private final AttachDetachOptions options;
    private final Instant now;
    private final TreeSet<String> report = new TreeSet<>();
    private final List<Wanted> ready = new ArrayList<>();
    private final List<Wanted> attach = new ArrayList<>();
    private final List<Wanted> blocked = new ArrayList<>();
    private final List<Failed> failed = new ArrayList<>();
    private final List<Detach> detach = new ArrayList<>();
    private final NodeMemory memory;
    private Optional<Instant> look = Optional.empty();

    Draft(NodeVolumes seen, AttachDetachOptions options, Instant now) {
      this.seen = seen;
      this.options = options;
      this.now = now;
      this.memory = seen.memory().copy();
    }

    AttachDetachPlan plan() {
      memory.keepOnly(seen.wanted().keySet(), seen.attached().keySet());
      for (Attached each : seen.attached().values()) {
        Wanted wanted = seen.wanted().get(each.name());
        if (wanted != null) {
          keep(each, wanted);
        } else if (each.kept()) {
          memory.unused().remove(each.name());
          reportIf(each.isUsable() || each.attachment().isEmpty(), each.name());
        } else {
          release(each);
        }
      }
      for (Wanted each : seen.wanted().values()) {
        if (!seen.attached().containsKey(each.volume().name())) {
          attach(each);
        }
      }
      return new AttachDetachPlan(
          report,
          ready,
          attach,
          blocked,
          failed,
          detach,
          memory,
          look.map(at -> Duration.between(now, at)));
    }

    /** A volume that is attached, or being attached, and used. */
    private void keep(Attached attached, Wanted wanted) {
      String name = attached.name();
      memory.unused().remove(name);
      memory.blocked().remove(name);
      if (attached.needsAttachment() && attached.attachment().isEmpty()) {
        restore(wanted);
      } else if (attached.isUsable()) {
        memory.errors().remove(name);
        memory.late().remove(name);
        reportUsable(wanted);
      } else if (!attached.isDetaching()) {
        awaitAttacher(attached, wanted);
      }
    }

    private void reportUsable(Wanted wanted) {
      String name = wanted.volume().name();
      report.add(name);
      if (!seen.node().reported().contains(name)) {
        ready.add(wanted);
      }
    }

    /** The node reports a volume whose VolumeAttachment another client has removed. */
    private void restore(Wanted wanted) {
      String name = wanted.volume().name();
      if (!options.restoresLost()) {
        report.add(name);
        return;
      }
      Optional<Instant> next =
          Optional.ofNullable(memory.restored().get(name))
              .map(last -> last.plus(options.restorePeriod()))
              .filter(now::isBefore);
      if (next.isPresent()) {
        lookAt(next.get());
      } else {
        memory.restored().put(name, now);
        attach(wanted);
      }
    }

    private void awaitAttacher(Attached attached, Wanted wanted) {
      String name = attached.name();
      Optional<VolumeError> error = attached.attachError();
      if (error.isPresent()) {
        String time = Objects.requireNonNullElse(error.get().getTime(), "");
        if (!time.equals(memory.errors().put(name, time))) {
          String message = Objects.requireNonNullElse(error.get().getMessage(), "");
          failed.add(new Failed(wanted, message));
        }
      }
      Instant late =
          memory
              .late()
              .computeIfAbsent(name, n -> attached.created().plus(AttachDetachOptions.MAX_ATTACH));
      if (!now.isBefore(late)) {
        late = now.plus(AttachDetachOptions.MAX_ATTACH);
        memory.late().put(name, late);
        if (error.isEmpty()) {
          failed.add(new Failed(wanted, timeout(name)));
        }
      }
      lookAt(late);
    }

    private static String timeout(String name) {
      return CsiName.find(name)
          .map(
              csi ->
                  "timed out waiting for external-attacher of %s CSI driver to attach volume %s"
                      .formatted(csi.driver(), csi.handle()))
          .orElse("timed out");
    }

    private void attach(Wanted wanted) {
      if (!seen.node().exists() || !seen.node().managed()) {
        return;
      }
      String name = wanted.volume().name();
      if (!wanted.elsewhere().isEmpty()) {
        if (memory.blocked().add(name)) {
          blocked.add(wanted);
        }
        return;
      }
      memory.blocked().remove(name);
      if (wanted.volume().csi().isPresent()) {
        attach.add(wanted);
      } else {
        reportUsable(wanted);
      }
    }

    /** A volume that no pod on the node uses. */
    private void release(Attached attached) {
      Instant since = memory.unused().computeIfAbsent(attached.name(), name -> now);
      if (attached.isDetaching()) {
        return;
      }
      Instant deadline = since.plus(AttachDetachOptions.MAX_UNMOUNT);
      boolean timedOut = options.forcesDetach() && !now.isBefore(deadline);
      boolean forced = timedOut && !seen.node().ready();
      if (seen.node().mayUse(attached.name()) && !forced && !seen.node().outOfService()) {
        reportIf(attached.isUsable(), attached.name());
        if (options.forcesDetach() && !timedOut) {
          lookAt(deadline);
        }
        return;
      }
      Reason reason =
          timedOut
              ? Reason.TIMEOUT
              : seen.node().outOfService() ? Reason.OUT_OF_SERVICE : Reason.UNUSED;
      detach.add(new Detach(attached, reason));
    }

    private void reportIf(boolean condition, String name) {
      if (condition) {
        report.add(name);
      }
    }

    private void lookAt(Instant time) {
      if (look.isEmpty() || time.isBefore(look.get())) {
        look = Optional.of(time);
      }
    }
  }
}
