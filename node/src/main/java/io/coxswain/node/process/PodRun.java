package io.coxswain.node.process;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Exec;
import io.coxswain.env.Task;
import io.coxswain.node.pod.ContainerLife;
import io.coxswain.node.pod.PodLife;
import io.fabric8.kubernetes.api.model.Container;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** A pod on this node: what is known of it, and its live processes. */
final class PodRun {
  private final String uid;
  private final String node;
  private final Path directory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Exec.Running> processes = new TreeMap<>();
  private final Map<String, Exec.Command> commands = new TreeMap<>();
  private final List<Task> watchers = new ArrayList<>();
  private final Map<String, UnaryOperator<String>> translations = new TreeMap<>();
  private final AccountTokens tokens = new AccountTokens();
  private Instant refreshAt = Instant.MAX;
  private PodLife life;

  PodRun(String uid, String node, Path directory, PodLife life) {
    this.uid = uid;
    this.node = node;
    this.directory = directory;
    this.life = life;
  }

  String uid() {
    return uid;
  }

  /** The name of its node. */
  String node() {
    return node;
  }

  Path directory() {
    return directory;
  }

  /** The tokens in its volumes; only for the reconciles of this pod. */
  AccountTokens tokens() {
    return tokens;
  }

  PodLife life() {
    lock.lock();
    try {
      return life;
    } finally {
      lock.unlock();
    }
  }

  void change(UnaryOperator<PodLife> change) {
    lock.lock();
    try {
      life = change.apply(life);
    } finally {
      lock.unlock();
    }
  }

  void change(String container, UnaryOperator<ContainerLife> change) {
    change(known -> known.with(container, change));
  }

  /**
   * @param translation replaces the pod's names in a text by those of this host
   */
  ContainerLife.Running started(
      Container container,
      Exec.Command command,
      UnaryOperator<String> translation,
      Exec.Running process,
      Instant now) {
    String name = container.getName();
    boolean started = container.getStartupProbe() == null;
    boolean ready = started && container.getReadinessProbe() == null;
    var running = ContainerLife.Running.begun("process://" + process.pid(), now, started, ready);
    lock.lock();
    try {
      processes.put(name, process);
      commands.put(name, command);
      translations.put(name, translation);
      life = life.with(name, c -> c.with(running));
    } finally {
      lock.unlock();
    }
    return running;
  }

  /** Converts the texts of a container to the names of this host. */
  UnaryOperator<String> translation(String container) {
    lock.lock();
    try {
      return translations.getOrDefault(container, text -> text);
    } finally {
      lock.unlock();
    }
  }

  /** When the content of volumes must be updated; never before the first container starts. */
  Instant refreshAt() {
    lock.lock();
    try {
      return refreshAt;
    } finally {
      lock.unlock();
    }
  }

  void refreshAt(Instant when) {
    lock.lock();
    try {
      refreshAt = when;
    } finally {
      lock.unlock();
    }
  }

  /** The live processes, by container. */
  SortedMap<String, Exec.Running> processes() {
    lock.lock();
    try {
      return new TreeMap<>(processes);
    } finally {
      lock.unlock();
    }
  }

  /** What a container was started with, if it runs. */
  Optional<Exec.Command> command(String container) {
    lock.lock();
    try {
      return processes.containsKey(container)
          ? Optional.ofNullable(commands.get(container))
          : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /** Tracks the tasks that wait for a process, so that a shutdown can wait for all of them. */
  void watchedBy(Task watcher) {
    lock.lock();
    try {
      watchers.removeIf(Task::isDone);
      watchers.add(watcher);
    } finally {
      lock.unlock();
    }
  }

  void exited(String container, int code, String message, Instant now) {
    lock.lock();
    try {
      processes.remove(container);
      life = life.with(container, c -> c.exited(code, message, now));
    } finally {
      lock.unlock();
    }
  }

  void stop(String container, Instant killAt) {
    willStop(container, killAt);
    terminate(container);
  }

  /** Something comes before the container is asked to end. */
  void willStop(String container, Instant killAt) {
    change(container, c -> c.killAt(killAt));
  }

  void terminate(String container) {
    find(container).ifPresent(Exec.Running::terminate);
  }

  void kill(String container) {
    find(container).ifPresent(Exec.Running::kill);
  }

  void terminateAll() {
    running().forEach(Exec.Running::terminate);
  }

  /** Kills what runs; true when nothing does. */
  boolean killAll() {
    List<Exec.Running> running = running();
    running.forEach(Exec.Running::kill);
    return running.isEmpty();
  }

  /** Waits until all processes have ended; false when the time passed before. */
  boolean join(Duration atMost) throws CancelledException {
    List<Task> all;
    lock.lock();
    try {
      all = List.copyOf(watchers);
    } finally {
      lock.unlock();
    }
    for (Task watcher : all) {
      if (!watcher.join(atMost)) {
        return false;
      }
    }
    return true;
  }

  private Optional<Exec.Running> find(String container) {
    lock.lock();
    try {
      return Optional.ofNullable(processes.get(container));
    } finally {
      lock.unlock();
    }
  }

  private List<Exec.Running> running() {
    lock.lock();
    try {
      return List.copyOf(processes.values());
    } finally {
      lock.unlock();
    }
  }
}
