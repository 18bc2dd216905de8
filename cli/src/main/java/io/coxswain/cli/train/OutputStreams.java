package io.coxswain.cli.train;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * Follows what every container prints, through the API server: from its start to its end, each line
 * just once. A connection that breaks is opened again where it broke.
 */
final class OutputStreams {
  private static final int LAST_LINES = 20;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** A log that cannot be had so often is not to be had. */
  private static final int MAX_FAILURES = 30;

  private final Env env;
  private final Report report;
  private final Bell ended;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<String> followed = new HashSet<>();
  private final Set<String> over = new HashSet<>();
  private final Map<String, LogPosition> positions = new TreeMap<>();
  private final Map<String, Deque<String>> lastLines = new TreeMap<>();
  private final List<Task> tasks = new ArrayList<>();
  private @Nullable Instant first;

  OutputStreams(Env env, Report report) {
    this.env = env;
    this.report = report;
    this.ended = env.tasks().newBell();
  }

  /**
   * One life of a container.
   *
   * @param node the name before each line
   * @param uid of the pod
   * @param previous whether the next life has begun already
   */
  record Run(
      String node, ObjectKey pod, String uid, String container, int number, boolean previous) {
    String log() {
      return uid + "/" + container;
    }

    String id() {
      return log() + "/" + number;
    }
  }

  /** Begins to follow, unless that has begun. */
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

  /** The container's life is over: at the end of its log nothing more is to come. */
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

  /** Reads to the end; 200 when that was the log's end, else the refusal, or 0 for no answer. */
  private int read(Run run, LogPosition position) throws CancelledException {
    try (ApiStream stream = env.api().open(request(run, position))) {
      if (stream.status() == 200) {
        new LogReader(position, line -> print(run.node(), line)).read(stream);
      }
      return stream.status();
    } catch (IOException e) {
      return 0;
    }
  }

  /** The end of a log is often heard of before that of its container. */
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
    return since.isEmpty()
        ? request
        : request.with("sinceTime", since.get().truncatedTo(ChronoUnit.SECONDS).toString());
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

  private void print(String node, String line) {
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
  }

  /** When the first line of all came. */
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

  /** Waits a little for what is still on its way, then follows no more. */
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
