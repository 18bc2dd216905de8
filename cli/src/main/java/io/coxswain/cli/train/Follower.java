package io.coxswain.cli.train;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.node.logs.PodLogs;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Pass;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Watches the trainings of a manifest and their pods and reports each change. It only looks: what
 * happens, happens without it.
 */
public final class Follower {
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
  private final Map<String, String> said = new TreeMap<>();
  private final Map<String, Report.NodeFailure> failures = new TreeMap<>();
  private final SortedMap<ObjectKey, Ending> endings = new TreeMap<>();
  private boolean given;

  /** How a training ended. */
  private record Ending(boolean complete, String message) {}

  private Follower(Manager manager, PodLogs logs, List<ObjectKey> trainJobs, Report report) {
    this.env = manager.env();
    this.client = manager.client();
    this.trainJobs = List.copyOf(trainJobs);
    this.report = report;
    this.outputs = new OutputStreams(env, logs, report);
    this.changed = env.tasks().newBell();
  }

  /** Adds a follower to the manager. */
  public static Follower register(
      Manager manager, PodLogs logs, List<ObjectKey> trainJobs, Report report) {
    var follower = new Follower(manager, logs, trainJobs, report);
    manager
        .controllerBy(String.class, "train")
        .watch(TrainJob.class, jobs -> jobs.mapTo((_, _) -> List.of(EVERYTHING)))
        .watch(Pod.class, pods -> pods.mapTo((_, _) -> List.of(EVERYTHING)))
        .reconcile(follower::look);
    return follower;
  }

  private Outcome look(String everything, Pass pass) throws ApiException {
    for (ObjectKey key : trainJobs) {
      for (Pod pod : client.list(Pod.class).in(key.namespace()).toList()) {
        if (key.name().equals(pod.getMetadata().getLabels().get(JOBSET_NAME))) {
          lookAt(pod, key.name());
        }
      }
      lookAt(key, client.get(TrainJob.class, key));
    }
    return Outcome.done();
  }

  private void lookAt(Pod pod, String trainJob) {
    String node = NodeState.name(pod, trainJob);
    String uid = pod.getMetadata().getUid();
    NodeState state = NodeState.of(pod);
    if (isNews(uid, state.detail())) {
      report.node(node, state.phase(), state.detail());
    }
    NodeState.statuses(pod)
        .filter(Follower::hasStarted)
        .forEach(
            s -> outputs.follow(node, ObjectKey.of(pod), uid, s.getName(), s.getRestartCount()));
    if (pod.getMetadata().getDeletionTimestamp() == null) {
      NodeState.failure(pod).ifPresent(ended -> noteFailure(node, ended));
    }
  }

  private static boolean hasStarted(ContainerStatus status) {
    return status.getState() != null
        && (status.getState().getRunning() != null
            || status.getState().getTerminated() != null
            || "CrashLoopBackOff".equals(status.getState().getWaiting().getReason()));
  }

  private void noteFailure(String node, ContainerStateTerminated ended) {
    lock.lock();
    try {
      failures.put(
          node,
          new Report.NodeFailure(
              node,
              ended.getExitCode(),
              ended.getMessage() == null ? ended.getReason() : ended.getMessage(),
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
    for (Condition condition : status.getConditions()) {
      if ("True".equals(condition.getStatus())
          && isNews(key + "/" + condition.getType(), condition.getMessage())) {
        report.trainJob(key.name(), condition.getType(), orEmpty(condition.getMessage()));
      }
      if ("True".equals(condition.getStatus()) && condition.getType().equals("Complete")) {
        end(key, new Ending(true, ""));
      } else if ("True".equals(condition.getStatus()) && condition.getType().equals("Failed")) {
        end(key, new Ending(false, orEmpty(condition.getMessage())));
      }
    }
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
    lock.lock();
    try {
      endings.putIfAbsent(key, how);
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** Stops waiting: the program is to end. */
  public void giveUp() {
    lock.lock();
    try {
      given = true;
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /**
   * Waits until every training has ended, or it was given up.
   *
   * @param start of the program, which the times in the result count from
   */
  public Report.Result await(Instant start) throws CancelledException {
    while (true) {
      long seen = changed.rings();
      if (isOver()) {
        break;
      }
      changed.await(seen);
    }
    outputs.drain(LAST_WORDS);
    return result(start);
  }

  private boolean isOver() {
    lock.lock();
    try {
      return given || endings.size() == trainJobs.size();
    } finally {
      lock.unlock();
    }
  }

  private Report.Result result(Instant start) {
    double seconds = seconds(start, env.clock().now());
    double first = outputs.first().map(time -> seconds(start, time)).orElse(-1.0);
    lock.lock();
    try {
      List<Ending> bad = endings.values().stream().filter(e -> !e.complete()).toList();
      if (endings.size() < trainJobs.size()) {
        return new Report.Result(false, "stopped before it was over", seconds, first, List.of());
      }
      if (bad.isEmpty()) {
        return new Report.Result(true, "", seconds, first, List.of());
      }
      var failed = new ArrayList<Report.NodeFailure>();
      for (Report.NodeFailure failure : failures.values()) {
        failed.add(
            new Report.NodeFailure(
                failure.node(),
                failure.exitCode(),
                failure.reason(),
                outputs.lastLines(failure.node())));
      }
      return new Report.Result(false, bad.getFirst().message(), seconds, first, failed);
    } finally {
      lock.unlock();
    }
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1000.0;
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
