package io.coxswain.cli.train;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Follows the output of every container through the API server, from start to end, each line
 * exactly once. A broken connection is resumed at its position.
 */
final class OutputStreams {
  private static final int LAST_LINES = 20;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Gives up after this many failed attempts to open a log. */
  private static final int MAX_FAILURES = 30;

  private final Env env;
  private final Report report;
  private final Lines lines;
  private final Bell ended;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<String> followed = new HashSet<>();
  private final Set<String> over = new HashSet<>();
  private final Map<String, LogPosition> positions = new TreeMap<>();
  private final Map<String, Deque<String>> lastLines = new TreeMap<>();
  private final List<Task> tasks = new ArrayList<>();
  private @Nullable Instant first;

  /**
   * @param lines receives each line after it has been reported
   */
  OutputStreams(Env env, Report report, Lines lines) {
    this.env = env;
    this.report = report;
    this.lines = lines;
    this.ended = env.tasks().newBell();
  }

  /**
   * One run of a container.
   *
   * @param trainJob the name of the training
   * @param node the prefix of each line
   * @param uid of the pod
   * @param previous whether the next run has started already
   */
  record Run(
      String trainJob,
      String node,
      ObjectKey pod,
      String uid,
      String container,
      int number,
      boolean previous) {
    String log() {
      return uid + "/" + container;
    }

    String id() {
      return log() + "/" + number;
    }
  }

  /** Receives the output of the runs; called from several tasks. */
  interface Lines {
    void read(Run run, String line);
  }

  /** Starts following, unless it has been started already. */
  void follow(Run run) {
    lock.lock();
    try {
      if (followed.add(run.id())) {
        tasks.removeIf(Task::isDone);
        tasks.add(env.tasks().spawn("output of " + run.pod(), () -> copy(run)));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Marks the run as ended: nothing follows after the end of its log. */
  void ended(Run run) {
    boolean news;
    lock.lock();
    try {
      news = over.add(run.id());
    } finally {
      lock.unlock();
    }
    if (news) {
      ended.ring();
    }
  }

  private boolean isOver(Run run) {
    lock.lock();
    try {
      return over.contains(run.id());
    } finally {
      lock.unlock();
    }
  }

  private void copy(Run run) throws CancelledException {
    LogPosition position = position(run);
    for (int failures = 0; failures <= MAX_FAILURES; ) {
      int status = read(run, position);
      if (status == 404 || (status == 200 && isOverSoon(run))) {
        return;
      }
      if (status != 200) {
        failures++;
        env.clock().sleep(PAUSE);
      }
    }
  }

  /**
   * Reads to the end. Returns 200 at the end of the log, the status of a rejected request, or 0
   * without a response.
   */
  private int read(Run run, LogPosition position) throws CancelledException {
    try (ApiStream stream = env.api().open(request(run, position))) {
      if (stream.status() == 200) {
        new LogReader(position, line -> print(run, line)).read(stream);
      }
      return stream.status();
    } catch (IOException e) {
      return 0;
    }
  }

  /** The end of a log is often seen before the end of its container. */
  private boolean isOverSoon(Run run) throws CancelledException {
    long deadline = env.clock().nanos() + PAUSE.toNanos();
    while (true) {
      long seen = ended.rings();
      if (isOver(run)) {
        return true;
      }
      Duration left = Duration.ofNanos(deadline - env.clock().nanos());
      if (!left.isPositive() || !ended.await(seen, left)) {
        return isOver(run);
      }
    }
  }

  private static ApiRequest request(Run run, LogPosition position) {
    ApiRequest request =
        ApiRequest.get(
                "/api/v1/namespaces/%s/pods/%s/log"
                    .formatted(run.pod().namespace(), run.pod().name()))
            .with("container", run.container())
            .with(run.previous() ? "previous" : "follow", "true")
            .with("timestamps", "true");
    Optional<Instant> since = position.last();
    return since.isEmpty() ? request : request.with("sinceTime", Timestamps.format(since.get()));
  }

  private LogPosition position(Run run) {
    lock.lock();
    try {
      return run.previous()
          ? new LogPosition()
          : positions.computeIfAbsent(run.log(), _ -> new LogPosition());
    } finally {
      lock.unlock();
    }
  }

  private void print(Run run, String line) {
    String node = run.node();
    lock.lock();
    try {
      if (first == null) {
        first = env.clock().now();
      }
      Deque<String> recent = lastLines.computeIfAbsent(node, _ -> new ArrayDeque<>());
      recent.addLast(line);
      if (recent.size() > LAST_LINES) {
        recent.removeFirst();
      }
    } finally {
      lock.unlock();
    }
    report.output(node, line);
    lines.read(run, line);
  }

  /** The time of the first line. */
  Optional<Instant> first() {
    lock.lock();
    try {
      return Optional.ofNullable(first);
    } finally {
      lock.unlock();
    }
  }

  List<String> lastLines(String node) {
    lock.lock();
    try {
      return List.copyOf(lastLines.getOrDefault(node, new ArrayDeque<>()));
    } finally {
      lock.unlock();
    }
  }

  /** Waits briefly for pending output, then stops following. */
  void drain(Duration atMost) throws CancelledException {
    List<Task> all;
    lock.lock();
    try {
      all = List.copyOf(tasks);
    } finally {
      lock.unlock();
    }
    long deadline = env.clock().nanos() + atMost.toNanos();
    for (Task task : all) {
      if (!task.join(Duration.ofNanos(Math.max(0, deadline - env.clock().nanos())))) {
        task.cancel();
      }
    }
  }
}
