package io.coxswain.console.view;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.model.Events;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.ContainerSummary;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.NodeSummary;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Workload;
import io.coxswain.console.waiting.Situation;
import io.coxswain.console.waiting.Waiting;
import io.coxswain.console.waiting.WaitingReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A training with the objects that belong to it, as they are at one time. */
final class TrainingFacts {
  private static final int MAX_EVENTS = 200;

  private final ClusterModel model;
  final Workload trainJob;
  final List<Workload> jobSets;
  final List<Workload> jobs = new ArrayList<>();
  final List<PodSummary> pods = new ArrayList<>();

  /** The states that the list shows. */
  enum State {
    WAITING("Waiting"),
    RUNNING("Running"),
    RESTARTING("Restarting"),
    SUSPENDED("Suspended"),
    COMPLETE("Complete"),
    FAILED("Failed");

    final String title;

    State(String title) {
      this.title = title;
    }
  }

  TrainingFacts(ClusterModel model, Workload trainJob) {
    this.model = model;
    this.trainJob = trainJob;
    this.jobSets = owned(KnownKind.JOB_SET, trainJob);
    for (Workload jobSet : jobSets) {
      jobs.addAll(owned(KnownKind.JOB, jobSet));
      pods.addAll(model.pods().group(jobSet.key()));
    }
    pods.sort(
        Comparator.comparing((PodSummary pod) -> pod.member().job())
            .thenComparingInt(pod -> pod.member().rank())
            .thenComparing(PodSummary::key));
  }

  private List<Workload> owned(KnownKind kind, Workload owner) {
    return model.workloads(kind).group(owner.key()).stream()
        .filter(each -> each.owner() != null && each.owner().uid().equals(owner.uid()))
        .toList();
  }

  Optional<ConditionSummary> ended() {
    return trainJob.conditions().stream()
        .filter(each -> each.isTrue() && List.of("Complete", "Failed").contains(each.type()))
        .findFirst();
  }

  State state() {
    Optional<ConditionSummary> ended = ended();
    if (ended.isPresent()) {
      return ended.get().type().equals("Complete") ? State.COMPLETE : State.FAILED;
    }
    if (trainJob.isSuspended() || trainJob.is("Suspended")) {
      return State.SUSPENDED;
    }
    long running = count("Running");
    if (running > 0 && running + count("Succeeded") >= wanted()) {
      return State.RUNNING;
    }
    if (jobSetRestarts() > 0) {
      return State.RESTARTING;
    }
    return running > 0 && waiting().isEmpty() ? State.RUNNING : State.WAITING;
  }

  /** The number of pods in a phase, without those that are being deleted. */
  long count(String phase) {
    return pods.stream()
        .filter(pod -> pod.times().deleted() == null && pod.status().phase().equals(phase))
        .count();
  }

  /** The number of pods that run at the same time when everything runs. */
  int wanted() {
    int wanted = 0;
    for (Workload jobSet : jobSets) {
      for (JsonNode replicated : jobSet.spec().path("replicatedJobs")) {
        JsonNode job = replicated.path("template").path("spec");
        int parallel = job.path("parallelism").asInt(1);
        int completions = job.path("completions").asInt(parallel);
        wanted += replicated.path("replicas").asInt(1) * Math.min(parallel, completions);
      }
    }
    return wanted > 0 ? wanted : nodes();
  }

  /** The number of training nodes that the TrainJob asks for. */
  int nodes() {
    return trainJob.spec().path("trainer").path("numNodes").asInt(1);
  }

  int jobSetRestarts() {
    return jobSets.stream().mapToInt(each -> each.status().path("restarts").asInt()).sum();
  }

  /** Restarts of all kinds: of the JobSet, of pods by their Jobs, of containers in their pods. */
  int restarts() {
    return jobSetRestarts()
        + jobs.stream().mapToInt(each -> each.status().path("failed").asInt()).sum()
        + pods.stream().mapToInt(PodSummary::restarts).sum();
  }

  @Nullable Instant started() {
    return pods.stream()
        .flatMap(pod -> pod.containers().stream())
        .map(ContainerSummary::state)
        .map(ContainerSummary.State::started)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  Optional<Waiting> waiting() {
    return ended().isPresent() ? Optional.empty() : WaitingReason.of(situation());
  }

  Situation situation() {
    var chain = new ArrayList<Workload>();
    chain.add(trainJob);
    chain.addAll(jobSets);
    chain.addAll(jobs);
    return new Situation(chain, pods, gates(), events(), notReady(model));
  }

  /** What the cluster shows about a JobSet or Job that may not belong to a training. */
  static Situation below(ClusterModel model, Workload root) {
    var chain = new ArrayList<Workload>();
    var pods = new ArrayList<PodSummary>();
    var events = new ArrayList<EventSummary>(model.events().about(root.kind(), root.key()));
    chain.add(root);
    if (root.kind() == KnownKind.JOB_SET) {
      for (Workload job : model.workloads(KnownKind.JOB).group(root.key())) {
        chain.add(job);
        events.addAll(model.events().about(KnownKind.JOB, job.key()));
      }
    }
    for (PodSummary pod : model.pods().all().values()) {
      if (pod.owner() != null
          && chain.stream().anyMatch(each -> each.uid().equals(pod.owner().uid()))) {
        pods.add(pod);
        events.addAll(model.events().about(KnownKind.POD, pod.key()));
      }
    }
    return new Situation(
        chain,
        pods,
        List.copyOf(model.workloads(KnownKind.WORKLOAD).group(root.key())),
        events,
        notReady(model));
  }

  private List<Workload> gates() {
    var gates = new ArrayList<Workload>();
    for (KnownKind kind :
        List.of(KnownKind.WORKLOAD, KnownKind.POD_GROUP, KnownKind.VOLCANO_GROUP)) {
      gates.addAll(model.workloads(kind).group(trainJob.key()));
    }
    return gates;
  }

  /** The newest events about all objects of the training. */
  List<EventSummary> events() {
    var found = new ArrayList<EventSummary>();
    add(found, KnownKind.TRAIN_JOB, trainJob.key());
    jobSets.forEach(each -> add(found, KnownKind.JOB_SET, each.key()));
    jobs.forEach(each -> add(found, KnownKind.JOB, each.key()));
    pods.forEach(each -> add(found, KnownKind.POD, each.key()));
    return Events.newest(found, MAX_EVENTS);
  }

  private void add(Collection<EventSummary> events, KnownKind kind, ObjectKey key) {
    events.addAll(model.events().about(kind, key));
  }

  static SortedSet<String> notReady(ClusterModel model) {
    var names = new TreeSet<String>();
    for (NodeSummary node : model.nodes().all().values()) {
      if (!node.ready()) {
        names.add(node.name());
      }
    }
    return names;
  }
}
