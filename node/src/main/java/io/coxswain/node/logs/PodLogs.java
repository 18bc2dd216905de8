package io.coxswain.node.logs;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The logs of the pods that run, or ran, on this program's nodes and are not gone yet. */
public final class PodLogs implements LogSource {
  private final Env env;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ObjectKey, Pod> pods = new HashMap<>();

  public PodLogs(Env env) {
    this.env = env;
  }

  /**
   * What is known of a pod: where its logs are, the ones being written, and why containers wait, by
   * container.
   */
  private record Pod(
      Path directory, Map<String, ContainerLog> live, Map<String, String> waitingReasons) {}

  /** Adds a pod with the directory of its logs, one subdirectory for each container. */
  public void add(ObjectKey pod, Path directory) {
    lock.lock();
    try {
      Pod known = pods.get(pod);
      if (known == null || !known.directory().equals(directory)) {
        pods.put(pod, new Pod(directory, new HashMap<>(), new HashMap<>()));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Removes a deleted pod, unless another one with the name has been added. */
  public void remove(ObjectKey pod, Path directory) {
    lock.lock();
    try {
      Pod known = pods.get(pod);
      if (known != null && known.directory().equals(directory)) {
        pods.remove(pod);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Begins the log of a container about to start.
   *
   * @param run 0 for its first start, 1 for the first restart, and so on
   */
  public ContainerLog begin(ObjectKey pod, String container, int run) throws IOException {
    Pod known = find(pod);
    if (known == null) {
      throw new IllegalStateException("pod " + pod + " was not added");
    }
    var log = new ContainerLog(env, new LogFiles(env.files(), directory(known, container)), run);
    log.open();
    lock.lock();
    try {
      known.live().put(container, log);
      known.waitingReasons().remove(container);
    } finally {
      lock.unlock();
    }
    return log;
  }

  /** Records why a container has not started, for requests for its log. */
  public void waiting(ObjectKey pod, String container, String reason) {
    lock.lock();
    try {
      Pod known = pods.get(pod);
      if (known != null) {
        known.waitingReasons().put(container, reason);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Opens what a container has printed.
   *
   * @throws NoLogException if the container has not run, or not twice if its previous log is
   *     requested
   */
  @Override
  public LogStream open(LogRequest request) throws IOException, NoLogException {
    Pod known = find(request.pod());
    if (known == null) {
      throw waiting(request);
    }
    var files = new LogFiles(env.files(), directory(known, request.container()));
    List<Integer> runs = files.runs();
    if (request.previous() && runs.size() < 2) {
      throw new NoLogException(
          "previous terminated container \"%s\" in pod \"%s\" not found"
              .formatted(request.container(), request.pod().name()));
    }
    if (runs.isEmpty() || (request.run().isPresent() && !runs.contains(request.run().getAsInt()))) {
      throw waiting(request);
    }
    int latest = request.previous() ? runs.get(runs.size() - 2) : runs.getLast();
    int run = request.run().orElse(latest);
    return new FileLogStream(env.files(), files, run, writer(known, request, run), request);
  }

  private NoLogException waiting(LogRequest request) {
    return new NoLogException(
        "container \"%s\" in pod \"%s\" is waiting to start: %s"
            .formatted(request.container(), request.pod().name(), waitingReason(request)));
  }

  private String waitingReason(LogRequest request) {
    lock.lock();
    try {
      Pod known = pods.get(request.pod());
      return known == null
          ? "ContainerCreating"
          : known.waitingReasons().getOrDefault(request.container(), "ContainerCreating");
    } finally {
      lock.unlock();
    }
  }

  private @Nullable ContainerLog writer(Pod pod, LogRequest request, int run) {
    lock.lock();
    try {
      ContainerLog log = pod.live().get(request.container());
      return request.follow() && log != null && log.run() == run ? log : null;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Pod find(ObjectKey pod) {
    lock.lock();
    try {
      return pods.get(pod);
    } finally {
      lock.unlock();
    }
  }

  private static Path directory(Pod pod, String container) {
    return pod.directory().resolve(container);
  }
}
