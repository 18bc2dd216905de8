package io.coxswain.console.waiting;

import io.coxswain.api.ObjectKey;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.ContainerSummary;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Ref;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why one pod waits. */
final class PodWaiting {
  private static final Set<String> IMAGE_REASONS =
      Set.of(
          "ErrImagePull",
          "ImagePullBackOff",
          "InvalidImageName",
          "ErrImageNeverPull",
          "ImageInspectError",
          "RegistryUnavailable",
          "SignatureValidationFailed");
  private static final Set<String> CONFIG_REASONS =
      Set.of(
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError",
          "PreCreateHookError",
          "PostStartHookError");
  private static final Pattern CLAIM =
      Pattern.compile("persistentvolumeclaim \"([a-z0-9.-]{1,253})\"");
  private static final Pattern GANG =
      Pattern.compile("pod ?group|gang|minmember|minavailable|sibling pods|cosched");

  private final PodSummary pod;
  private final Situation all;

  private PodWaiting(PodSummary pod, Situation all) {
    this.pod = pod;
    this.all = all;
  }

  static Optional<Waiting> of(PodSummary pod, Situation all) {
    if (pod.isOver() || pod.times().deleted() != null) {
      return Optional.empty();
    }
    var waiting = new PodWaiting(pod, all);
    return pod.placement().node().isEmpty() ? waiting.forNode() : waiting.onNode();
  }

  // ---- before it has a node

  private Optional<Waiting> forNode() {
    ConditionSummary scheduled = pod.status().scheduled();
    List<String> gates = pod.placement().gates();
    if (!gates.isEmpty()) {
      return because(
          gates.stream().anyMatch(gate -> gate.startsWith("kueue.x-k8s.io/"))
              ? Cause.KUEUE
              : Cause.GATE,
          "waits until its scheduling gate "
              + String.join(" and ", gates)
              + (gates.size() == 1 ? " is removed." : " are removed."),
          pod.ref());
    }
    if (scheduled != null && !scheduled.isTrue() && !scheduled.message().isEmpty()) {
      return unschedulable(scheduled.message());
    }
    Optional<EventSummary> failed = all.warning(pod.ref(), KnownKind.POD, "FailedScheduling");
    if (failed.isPresent()) {
      return unschedulable(failed.get().message());
    }
    return because(
        Cause.SCHEDULER,
        "waits for the scheduler "
            + (pod.placement().scheduler().isEmpty()
                ? "default-scheduler"
                : pod.placement().scheduler())
            + ", which has not considered it yet.",
        pod.ref());
  }

  private Optional<Waiting> unschedulable(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    if (GANG.matcher(lower).find()) {
      return because(
          Cause.GANG, "waits until its whole group can be scheduled: " + message, group());
    }
    if (lower.contains("persistentvolumeclaim") || lower.contains("volume node affinity")) {
      return because(Cause.VOLUME, "waits for its volume: " + message, claim(message));
    }
    return because(Cause.SCHEDULER, "cannot be scheduled: " + message, pod.ref());
  }

  /** The PodGroup of the pod, if there is exactly one that it can be. */
  private Ref group() {
    return all.gates().stream()
        .filter(
            gate -> gate.kind() == KnownKind.POD_GROUP || gate.kind() == KnownKind.VOLCANO_GROUP)
        .findFirst()
        .map(gate -> gate.ref())
        .orElse(pod.ref());
  }

  /** The claim that a message names, else the only one that the pod has. */
  private Ref claim(String message) {
    Matcher named = CLAIM.matcher(message);
    List<String> claims = pod.placement().claims();
    if (named.find()) {
      return KnownKind.CLAIM.ref(pod.key().sibling(named.group(1)));
    }
    for (String claim : claims) {
      if (message.contains("\"" + claim + "\"")) {
        return KnownKind.CLAIM.ref(pod.key().sibling(claim));
      }
    }
    return claims.isEmpty() ? pod.ref() : KnownKind.CLAIM.ref(pod.key().sibling(claims.getFirst()));
  }

  // ---- on its node

  private Optional<Waiting> onNode() {
    String node = pod.placement().node();
    if (all.notReady().contains(node)) {
      return because(
          Cause.NODE,
          "waits because its node " + node + " is not ready.",
          KnownKind.NODE.ref(ObjectKey.of(node)));
    }
    for (ContainerSummary container : pod.containers()) {
      Optional<Waiting> found = container(container);
      if (found.isPresent()) {
        return found;
      }
    }
    if (pod.status().phase().equals("Pending")) {
      return starting(node);
    }
    boolean unready = !pod.isReady() && pod.containers().stream().anyMatch(c -> !c.ready());
    return unready && pod.status().ready() != null
        ? because(
            Cause.READINESS, "runs but is not ready" + because(pod.status().ready()), pod.ref())
        : Optional.empty();
  }

  private static String because(ConditionSummary condition) {
    return condition.message().isEmpty() ? "." : ": " + condition.message();
  }

  private Optional<Waiting> container(ContainerSummary container) {
    ContainerSummary.State state = container.state();
    String title = (container.init() ? "init container " : "container ") + container.name();
    if (state.phase() == ContainerSummary.Phase.WAITING) {
      if (IMAGE_REASONS.contains(state.reason())) {
        return because(
            Cause.IMAGE,
            "cannot pull the image %s of its %s%s"
                .formatted(container.image(), title, detail(state)),
            pod.ref());
      }
      if (CONFIG_REASONS.contains(state.reason())) {
        return because(
            Cause.CONFIG,
            "cannot create its %s: %s%s".formatted(title, state.reason(), detail(state)),
            pod.ref());
      }
      if (state.reason().equals("CrashLoopBackOff")) {
        ContainerSummary.State last = container.last();
        return because(
            Cause.CRASH,
            "waits before it restarts its %s, which failed %d times%s"
                .formatted(
                    title,
                    container.restarts(),
                    last == null ? "." : ", last with " + last.ending() + "."),
            pod.ref());
      }
    }
    if (container.init() && state.phase() == ContainerSummary.Phase.RUNNING) {
      return container.ready()
          ? Optional.empty()
          : because(Cause.INIT, "waits until its " + title + " has finished.", pod.ref());
    }
    return Optional.empty();
  }

  private static String detail(ContainerSummary.State state) {
    return state.message().isEmpty() ? ": " + state.reason() : ": " + state.message();
  }

  /** The node has accepted it, but no container has a problem of its own. */
  private Optional<Waiting> starting(String node) {
    Optional<EventSummary> volume =
        all.warning(
            pod.ref(), KnownKind.POD, "FailedMount", "FailedAttachVolume", "FailedMapVolume");
    if (volume.isPresent()) {
      return because(
          Cause.VOLUME,
          "waits for its volume on " + node + ": " + volume.get().message(),
          claim(volume.get().message()));
    }
    Optional<EventSummary> sandbox =
        all.warning(pod.ref(), KnownKind.POD, "FailedCreatePodSandBox", "NetworkNotReady");
    if (sandbox.isPresent()) {
      return because(
          Cause.SANDBOX,
          "waits for its sandbox on " + node + ": " + sandbox.get().message(),
          pod.ref());
    }
    return because(Cause.START, "is being started on " + node + ".", pod.ref());
  }

  private Optional<Waiting> because(Cause cause, String what, Ref ref) {
    return Optional.of(new Waiting(cause, "Pod " + pod.key().name() + " " + what, ref));
  }
}
