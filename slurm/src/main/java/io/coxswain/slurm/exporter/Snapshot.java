package io.coxswain.slurm.exporter;

import io.coxswain.slurm.client.Diag;
import io.coxswain.slurm.client.SlurmJob;
import io.coxswain.slurm.client.SlurmNode;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** All that was known at one moment; what scrapes read. */
record Snapshot(
    List<SlurmNode> nodes,
    NodeHistory history,
    List<SlurmJob> jobs,
    Optional<Diag> diag,
    SortedMap<String, NodePlace> places) {

  static Snapshot empty(Instant now) {
    return new Snapshot(
        List.of(),
        NodeHistory.since(now),
        List.of(),
        Optional.empty(),
        Collections.emptySortedMap());
  }

  Snapshot withNodes(List<SlurmNode> seen, Instant now) {
    return new Snapshot(seen, history.after(nodes, seen, now), jobs, diag, places);
  }

  Snapshot withJobs(List<SlurmJob> seen) {
    return new Snapshot(nodes, history, seen, diag, places);
  }

  Snapshot withDiag(Diag seen) {
    return new Snapshot(nodes, history, jobs, Optional.of(seen), places);
  }

  Snapshot withPlaces(SortedMap<String, NodePlace> seen) {
    return new Snapshot(nodes, history, jobs, diag, seen);
  }

  /** Where a node is; unknown places have no names. */
  NodePlace place(String node) {
    return places.getOrDefault(node, NodePlace.UNKNOWN);
  }
}
