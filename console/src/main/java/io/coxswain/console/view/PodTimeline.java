package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.ContainerSummary;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.PodSummary;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of a pod as phases: queued, scheduled, pulling, starting, running, restarting, ended.
 */
final class PodTimeline {
  private final PodSummary pod;
  private final Collection<EventSummary> events;
  private final ArrayNode phases;

  private PodTimeline(PodSummary pod, Collection<EventSummary> events, ArrayNode phases) {
    this.pod = pod;
    this.events = events;
    this.phases = phases;
  }

  /**
   * Appends the phases of the pod.
   *
   * @param events about the pod
   * @param gone when it was deleted; null if it exists
   */
  static void write(
      PodSummary pod, Collection<EventSummary> events, @Nullable Instant gone, ArrayNode phases) {
    new PodTimeline(pod, events, phases).write(gone);
  }

  private void write(@Nullable Instant gone) {
    ConditionSummary scheduled = pod.status().scheduled();
    Instant placed = scheduled != null && scheduled.isTrue() ? scheduled.time() : null;
    Optional<ContainerSummary> main = main();
    Instant running = main.map(PodTimeline::firstStart).orElse(null);
    Instant pulling = time("Pulling");
    Instant pulled = time("Pulled");

    if (placed == null && running == null && pod.placement().node().isEmpty()) {
      add("queued", pod.times().created(), gone, "");
      return;
    }
    add("queued", pod.times().created(), first(placed, pod.times().started(), running), "");
    Instant accepted = first(placed, pod.times().started());
    add("scheduled", accepted, first(pulling, pod.times().started(), running, gone), "");
    if (pulling != null) {
      add("pulling", pulling, first(pulled, running, gone), "");
    }
    Instant starting = first(pulled, pod.times().started());
    if (starting != null && (running == null || starting.isBefore(running))) {
      add("starting", starting, first(running, gone), "");
    }
    main.ifPresent(container -> run(container, gone));
  }

  /** The container whose start matters: the first that is not an init container. */
  private Optional<ContainerSummary> main() {
    return pod.containers().stream().filter(container -> !container.init()).findFirst();
  }

  private static @Nullable Instant firstStart(ContainerSummary container) {
    ContainerSummary.State last = container.last();
    return last != null && last.started() != null ? last.started() : container.state().started();
  }

  private void run(ContainerSummary container, @Nullable Instant gone) {
    ContainerSummary.State last = container.last();
    if (last != null && last.started() != null) {
      add("running", last.started(), last.finished(), last.ending());
      add("restarting", last.finished(), first(container.state().started(), gone), "");
    }
    ContainerSummary.State now = container.state();
    switch (now.phase()) {
      case RUNNING -> add("running", now.started(), gone, "");
      case TERMINATED -> {
        add("running", now.started(), now.finished(), "");
        add(now.exitCode() == 0 ? "succeeded" : "failed", now.finished(), gone, now.ending());
      }
      case WAITING -> {}
    }
  }

  private @Nullable Instant time(String reason) {
    return events.stream()
        .filter(event -> event.reason().equals(reason))
        .map(EventSummary::time)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private static @Nullable Instant first(@Nullable Instant... times) {
    for (Instant time : times) {
      if (time != null) {
        return time;
      }
    }
    return null;
  }

  private void add(String phase, @Nullable Instant from, @Nullable Instant to, String note) {
    if (from == null) {
      return;
    }
    ObjectNode entry = phases.addObject().put("phase", phase).put("from", from.toString());
    Documents.put(entry, "to", to);
    Documents.put(entry, "note", note);
  }
}
