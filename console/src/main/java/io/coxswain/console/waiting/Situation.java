package io.coxswain.console.waiting;

import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Ref;
import io.coxswain.console.summary.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * What the cluster shows about something that may be waiting.
 *
 * @param chain the objects from the root down: TrainJob, JobSet, Jobs; whatever exists
 * @param pods that belong to them
 * @param gates Kueue's Workloads and PodGroups that belong to them
 * @param events about all of these
 * @param notReady names of the nodes that are not ready
 */
public record Situation(
    List<Workload> chain,
    List<PodSummary> pods,
    List<Workload> gates,
    List<EventSummary> events,
    SortedSet<String> notReady) {

  public Situation {
    chain = List.copyOf(chain);
    pods = List.copyOf(pods);
    gates = List.copyOf(gates);
    events = List.copyOf(events);
  }

  /** The objects of the kind in the chain. */
  List<Workload> of(KnownKind kind) {
    return chain.stream().filter(each -> each.kind() == kind).toList();
  }

  /**
   * The latest warning about an object that has one of the reasons; any reason if none is given.
   */
  Optional<EventSummary> warning(Ref about, KnownKind kind, String... reasons) {
    List<String> wanted = List.of(reasons);
    return events.stream()
        .filter(EventSummary::isWarning)
        .filter(event -> event.isAbout(kind, about.key()))
        .filter(event -> wanted.isEmpty() || wanted.contains(event.reason()))
        .max(
            Comparator.comparing(
                EventSummary::time, Comparator.nullsFirst(Comparator.naturalOrder())));
  }
}
