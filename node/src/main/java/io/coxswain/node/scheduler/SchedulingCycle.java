package io.coxswain.node.scheduler;

import io.coxswain.api.ApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Schedules the pods that are due, in order of priority; each decision sees the earlier ones. A
 * gang is scheduled as a unit: all required pods are placed, or none is.
 */
final class SchedulingCycle {
  /** The maximum number of pods per cycle; other events are handled between cycles. */
  private static final int MAX_COUNT = 1_000;

  private final SchedulingContext around;
  private final ClusterView view;
  private final Pending pending;
  private final Instant now;
  private final SchedulingDecisions verdicts = new SchedulingDecisions();
  private final Set<Gang> decided = new HashSet<>();

  SchedulingCycle(SchedulingContext around, ClusterView view, Pending pending, Instant now) {
    this.around = around;
    this.view = view;
    this.pending = pending;
    this.now = now;
  }

  SchedulingDecisions decide() throws ApiException {
    int count = 0;
    for (Pending.Waiting waiting : pending.due(now)) {
      if (count++ >= MAX_COUNT) {
        break;
      }
      PodFacts pod = waiting.facts();
      if (!pod.gang().exists()) {
        decide(pod);
      } else if (decided.add(pod.gang())) {
        decideGang(pod.gang());
      }
    }
    return verdicts;
  }

  private void decide(PodFacts pod) throws ApiException {
    String known = verdicts.cachedFailure(pod);
    if (known != null) {
      refuse(pod, known);
      return;
    }
    VolumeConstraints volumes = around.volumes(pod);
    switch (place(pod, volumes)) {
      case Placement.On(String node) -> bind(pod.on(node), volumes);
      case Placement.Nowhere nowhere -> makeRoom(pod, volumes, nowhere);
    }
  }

  private Placement place(PodFacts pod, VolumeConstraints volumes) {
    if (!volumes.obstacle().isEmpty()) {
      String message =
          view.hosts().isEmpty()
              ? "no nodes available to schedule pods"
              : "0/" + view.hosts().size() + " nodes are available: " + volumes.obstacle() + ".";
      return new Placement.Nowhere(message, List.of());
    }
    return Placement.choose(view, pod, volumes::refusal);
  }

  private void bind(PodFacts pod, VolumeConstraints volumes) {
    view.place(pod);
    view.takeBack(pod.uid());
    pending.remove(pod.key());
    verdicts.binds().add(new SchedulingDecisions.Bind(pod, volumes));
  }

  private void refuse(PodFacts pod, String message) {
    Pending.Waiting waiting = pending.find(pod.key());
    if (waiting != null) {
      waiting.failed(now);
    }
    verdicts.refusals().add(new SchedulingDecisions.Unschedulable(pod, message));
  }

  // ---- preemption -----------------------------------------------------------------------------

  private void makeRoom(PodFacts pod, VolumeConstraints volumes, Placement.Nowhere nowhere)
      throws ApiException {
    if (view.hosts().isEmpty()) {
      refuse(pod, nowhere.message());
      return;
    }
    String message = nowhere.message() + " no new claims to deallocate, ";
    if (!pod.shape().preempts()) {
      refuseAll(pod, message + "preemption: not eligible due to preemptionPolicy=Never.");
      return;
    }
    if (isMakingRoom(pod)) {
      refuse(
          pod,
          message + "preemption: not eligible due to a terminating pod on the nominated node.");
      return;
    }
    Optional<Preemption> found =
        nowhere.helpful().isEmpty()
            ? Optional.empty()
            : Preemption.find(view, pod, nowhere.helpful(), volumes::refusal, around.guarded());
    String inVain = message + Preemption.inVain(view.hosts().size(), nowhere.helpful().size());
    if (found.isEmpty()) {
      refuseAll(pod, inVain);
      return;
    }
    PodFacts promised = pod.nominatedFor(found.get().node());
    Pending.Waiting waiting = pending.find(pod.key());
    if (waiting != null) {
      waiting.facts(promised);
      waiting.failed(now);
    }
    view.promise(promised);
    found.get().victims().forEach(victim -> view.place(victim.ended()));
    verdicts
        .preemptions()
        .add(new SchedulingDecisions.Preempt(promised, found.get(), nowhere.message()));
  }

  private void refuseAll(PodFacts pod, String message) {
    verdicts.noteInVain(pod, message);
    refuse(pod, message);
  }

  /** Whether pods of lower priority are still terminating on its nominated node. */
  private boolean isMakingRoom(PodFacts pod) {
    Host host = pod.nominated().isEmpty() ? null : view.host(pod.nominated());
    return host != null
        && host.pods().stream()
            .anyMatch(p -> p.ending() && p.shape().priority() < pod.shape().priority());
  }

  // ---- gangs ----------------------------------------------------------------------------------

  private void decideGang(Gang gang) throws ApiException {
    List<PodFacts> members =
        pending.all().stream()
            .map(Pending.Waiting::facts)
            .filter(pod -> pod.gang().equals(gang))
            .sorted(PodFacts.ORDER)
            .toList();
    long there = view.pods().stream().filter(pod -> pod.gang().equals(gang)).count();
    int least = around.least(gang);
    if (there + members.size() < least) {
      String message =
          "0/%d nodes are available: pod group %s cannot find enough sibling pods, current pods number: %d, minMember of group: %d."
              .formatted(view.hosts().size(), gang.key(), there + members.size(), least);
      members.forEach(pod -> refuse(pod, message));
      return;
    }
    var placed = new ArrayList<SchedulingDecisions.Bind>();
    var failed = new ArrayList<SchedulingDecisions.Unschedulable>();
    for (PodFacts pod : members) {
      VolumeConstraints volumes = around.volumes(pod);
      switch (place(pod, volumes)) {
        case Placement.On(String node) -> {
          view.place(pod.on(node));
          placed.add(new SchedulingDecisions.Bind(pod.on(node), volumes));
        }
        case Placement.Nowhere nowhere ->
            failed.add(new SchedulingDecisions.Unschedulable(pod, nowhere.message()));
      }
    }
    if (there + placed.size() >= least) {
      placed.forEach(bind -> bind(bind.pod(), bind.volumes()));
      failed.forEach(refusal -> refuse(refusal.pod(), refusal.message()));
      return;
    }
    placed.forEach(bind -> view.remove(bind.pod().uid()));
    String why =
        "pod group %s has room for %d of the %d pods that must start together. %s"
            .formatted(gang.key(), there + placed.size(), least, failed.getFirst().message());
    members.forEach(pod -> refuse(pod, why));
  }
}
