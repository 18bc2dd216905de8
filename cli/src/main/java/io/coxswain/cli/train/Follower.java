package io.coxswain.cli.train;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainerStatus;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Watches the trainings of a manifest and their pods and reports each change. Read-only. */
final class Follower {
  private static final String EVERYTHING = "everything";
  private static final String JOBSET_NAME = "jobset.sigs.k8s.io/jobset-name";
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final Env env;
  private final Client client;
  private final List<ObjectKey> trainJobs;
  private final Report report;
  private final OutputStreams outputs;
  private final Bell changed;

  private final ReentrantLock lock = new ReentrantLock();
  private final Restarts restarts = new Restarts();
  private final Map<String, String> said = new TreeMap<>();
  private final Map<String, Report.NodeFailure> failures = new TreeMap<>();
  private final SortedMap<ObjectKey, Ending> endings = new TreeMap<>();

  /** The trainings whose programs report to the status server. */
  private final Set<String> reporting = new HashSet<>();

  private final Map<String, LogProgress> printed = new TreeMap<>();
  private @Nullable Instant firstStep;
  private boolean gone;

  /** The end of a training. */
  private record Ending(boolean complete, String message) {}

  private Follower(Manager manager, List<ObjectKey> trainJobs, Report report) {
    this.env = manager.env();
    this.client = manager.client();
    this.trainJobs = List.copyOf(trainJobs);
    this.report = report;
    this.outputs = new OutputStreams(env, report, this::readProgress);
    this.changed = env.tasks().newBell();
  }

  /** Limits the cache to the objects of the trainings, because the cluster may be large. */
  static void scope(CacheOptions cache, List<ObjectKey> trainJobs) {
    String[] namespaces =
        trainJobs.stream().map(ObjectKey::namespace).distinct().toArray(String[]::new);
    var names = trainJobs.stream().map(ObjectKey::name).distinct().toList();
    cache
        .namespaces(namespaces)
        .kind(
            Pod.class,
            pods ->
                pods.scope(
                    scope ->
                        scope.labels(
                            LabelSelector.of(
                                new LabelSelectorBuilder()
                                    .addNewMatchExpression()
                                    .withKey(JOBSET_NAME)
                                    .withOperator("In")
                                    .withValues(names)
                                    .endMatchExpression()
                                    .build()))));
  }

  /** Adds a follower to the manager. */
  static Follower register(Manager manager, List<ObjectKey> trainJobs, Report report) {
    var follower = new Follower(manager, trainJobs, report);
    manager
        .controllerBy(String.class, "train")
        .watch(TrainJob.class, jobs -> jobs.mapTo((_, _) -> List.of(EVERYTHING)))
        .watch(Pod.class, pods -> pods.mapTo((_, _) -> List.of(EVERYTHING)))
        .reconcile(follower::look);
    return follower;
  }

  // ---- looking --------------------------------------------------------------------------------

  private Outcome look(String everything, Reconciliation pass) throws ApiException {
    boolean nothingLeft = true;
    for (ObjectKey key : trainJobs) {
      for (Pod pod : client.list(Pod.class).in(key.namespace()).toList()) {
        if (key.name().equals(pod.getMetadata().getLabels().get(JOBSET_NAME))) {
          lookAt(pod, key.name());
          nothingLeft = false;
        }
      }
      Optional<TrainJob> trainJob = client.get(TrainJob.class, key);
      nothingLeft &= trainJob.isEmpty();
      lookAt(key, trainJob);
    }
    if (nothingLeft) {
      note(() -> gone = true);
    }
    return Outcome.done();
  }

  private void lookAt(Pod pod, String trainJob) {
    String node = trainJobs.size() == 1 ? NodeState.name(pod, trainJob) : NodeState.name(pod, "");
    String uid = pod.getMetadata().getUid();
    NodeState state = NodeState.of(pod);
    int again;
    lock.lock();
    try {
      restarts.see(node, pod);
      again = restarts.of(node);
    } finally {
      lock.unlock();
    }
    if (isNews(uid, state.detail() + again)) {
      report.node(new Report.Node(trainJob, node, state.phase(), state.detail(), again));
    }
    NodeState.statuses(pod).forEach(status -> follow(trainJob, node, pod, status));
    if (pod.getMetadata().getDeletionTimestamp() == null) {
      NodeState.failure(pod).ifPresent(ended -> noteFailure(node, ended));
    }
  }

  private void follow(String trainJob, String node, Pod pod, ContainerStatus status) {
    int number = status.getRestartCount();
    if (number > 0) {
      var before = run(trainJob, node, pod, status, number - 1, true);
      outputs.ended(before);
      outputs.follow(before);
    }
    if (hasStarted(status)) {
      var now = run(trainJob, node, pod, status, number, false);
      if (status.getState().getRunning() == null) {
        outputs.ended(now);
      }
      outputs.follow(now);
    }
  }

  private static OutputStreams.Run run(
      String trainJob, String node, Pod pod, ContainerStatus status, int number, boolean previous) {
    return new OutputStreams.Run(
        trainJob,
        node,
        ObjectKey.of(pod),
        pod.getMetadata().getUid(),
        status.getName(),
        number,
        previous);
  }

  private static boolean hasStarted(ContainerStatus status) {
    return status.getState() != null
        && (status.getState().getRunning() != null
            || status.getState().getTerminated() != null
            || (status.getState().getWaiting() != null
                && "CrashLoopBackOff".equals(status.getState().getWaiting().getReason())));
  }

  private void noteFailure(String node, ContainerStateTerminated ended) {
    lock.lock();
    try {
      failures.put(
          node,
          new Report.NodeFailure(
              node,
              ended.getExitCode(),
              ended.getMessage() == null
                  ? String.valueOf(ended.getReason())
                  : ended.getMessage().strip(),
              List.of()));
    } finally {
      lock.unlock();
    }
  }

  private void lookAt(ObjectKey key, Optional<TrainJob> trainJob) {
    if (trainJob.isEmpty()) {
      end(key, new Ending(false, "the TrainJob " + key + " was deleted"));
      return;
    }
    var status = trainJob.get().getStatus();
    if (status == null) {
      return;
    }
    if (status.getTrainerStatus() != null) {
      lookAt(key, status.getTrainerStatus());
    }
    for (Condition condition : status.getConditions()) {
      if ("True".equals(condition.getStatus())
          && isNews(key + "/" + condition.getType(), orEmpty(condition.getMessage()))) {
        report.trainJob(key.name(), condition.getType(), orEmpty(condition.getMessage()));
      }
      if ("True".equals(condition.getStatus()) && condition.getType().equals("Complete")) {
        end(key, new Ending(true, ""));
      } else if ("True".equals(condition.getStatus()) && condition.getType().equals("Failed")) {
        end(key, new Ending(false, orEmpty(condition.getMessage())));
      }
    }
  }

  private void lookAt(ObjectKey key, TrainerStatus reported) {
    Progress progress = Progress.of(reported);
    if (isNews(key + "/progress", progress.toString())) {
      lock.lock();
      try {
        reporting.add(key.name());
        firstStep = firstStep == null ? env.clock().now() : firstStep;
      } finally {
        lock.unlock();
      }
      report.progress(key.name(), progress);
    }
  }

  /** For a program that does not report its progress, reads it from its output. */
  private void readProgress(OutputStreams.Run run, String line) {
    List<Progress> found;
    lock.lock();
    try {
      if (reporting.contains(run.trainJob())) {
        return;
      }
      found =
          printed
              .computeIfAbsent(run.trainJob(), _ -> new LogProgress())
              .read(run.node(), line, env.clock().now());
      firstStep = found.isEmpty() || firstStep != null ? firstStep : env.clock().now();
    } finally {
      lock.unlock();
    }
    found.forEach(progress -> report.progress(run.trainJob(), progress));
  }

  private boolean isNews(String about, String text) {
    lock.lock();
    try {
      return !text.equals(said.put(about, text));
    } finally {
      lock.unlock();
    }
  }

  private void end(ObjectKey key, Ending how) {
    note(() -> endings.putIfAbsent(key, how));
  }

  private void note(Runnable what) {
    lock.lock();
    try {
      what.run();
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  // ---- what was seen --------------------------------------------------------------------------

  /** Rings when a training has ended, or all have been deleted. */
  Bell changed() {
    return changed;
  }

  /** Whether every training has ended. */
  boolean isOver() {
    lock.lock();
    try {
      return endings.size() == trainJobs.size();
    } finally {
      lock.unlock();
    }
  }

  /** Whether all trainings and their pods have been deleted. */
  boolean isGone() {
    lock.lock();
    try {
      return gone;
    } finally {
      lock.unlock();
    }
  }

  /** Waits briefly for the last output of the containers. */
  void drain() throws CancelledException {
    outputs.drain(LAST_WORDS);
  }

  /**
   * The result so far.
   *
   * @param start of the program, from which the times in the result are counted
   */
  Report.Result result(Instant start) {
    lock.lock();
    try {
      List<Ending> bad = endings.values().stream().filter(e -> !e.complete()).toList();
      boolean complete = bad.isEmpty() && endings.size() == trainJobs.size();
      return new Report.Result(
          complete ? Report.Outcome.COMPLETE : Report.Outcome.FAILED,
          bad.isEmpty() ? "" : bad.getFirst().message(),
          seconds(start, env.clock().now()),
          outputs.first().map(time -> seconds(start, time)).orElse(-1.0),
          firstStep == null ? -1.0 : seconds(start, firstStep),
          restarts.total(),
          complete ? List.of() : failed());
    } finally {
      lock.unlock();
    }
  }

  private List<Report.NodeFailure> failed() {
    var failed = new ArrayList<Report.NodeFailure>();
    for (Report.NodeFailure failure : failures.values()) {
      failed.add(
          new Report.NodeFailure(
              failure.node(),
              failure.exitCode(),
              failure.reason(),
              outputs.lastLines(failure.node())));
    }
    return failed;
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1000.0;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
