package io.coxswain.cli.train;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.node.logs.LogRequest;
import io.coxswain.node.logs.LogStream;
import io.coxswain.node.logs.NoLogException;
import io.coxswain.node.logs.PodLogs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** Follows what every container prints, from its start to its end, each just once. */
final class OutputStreams {
  private static final int LAST_LINES = 20;

  private final Env env;
  private final PodLogs logs;
  private final Report report;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<String> followed = new HashSet<>();
  private final Map<String, Deque<String>> lastLines = new TreeMap<>();
  private final List<Task> tasks = new ArrayList<>();
  private @Nullable Instant first;

  OutputStreams(Env env, PodLogs logs, Report report) {
    this.env = env;
    this.logs = logs;
    this.report = report;
  }

  /**
   * Begins to follow one run of a container, unless that has begun.
   *
   * @param node the name before each line
   */
  void follow(String node, ObjectKey pod, String uid, String container, int run) {
    lock.lock();
    try {
      if (followed.add(uid + "/" + container + "/" + run)) {
        LogRequest request = LogRequest.all(pod, container).ofRun(run).following();
        tasks.add(env.tasks().spawn("output of " + pod, () -> copy(node, request)));
      }
    } finally {
      lock.unlock();
    }
  }

  private void copy(String node, LogRequest request) throws IOException, CancelledException {
    var line = new ByteArrayOutputStream();
    try (LogStream stream = logs.open(request)) {
      for (byte[] chunk = stream.next(); chunk != null; chunk = stream.next()) {
        for (byte b : chunk) {
          if (b == '\n') {
            print(node, line.toString(StandardCharsets.UTF_8));
            line.reset();
          } else {
            line.write(b);
          }
        }
      }
    } catch (NoLogException e) {
      return; // it ended before it could be started, or its pod is gone
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

  /** Waits a little for what is still on its way. */
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
      task.join(Duration.ofNanos(Math.max(0, deadline - env.clock().nanos())));
    }
  }
}
