package io.coxswain.cli;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.coxswain.api.Json;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A named cluster with its own directory in the user's state directory. The process that holds the
 * lock file runs the cluster; {@code cluster.json} contains its address.
 */
final class NamedCluster {
  static final String DEFAULT_NAME = "default";

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?");

  private final Files files;
  private final String name;
  private final Path directory;

  /**
   * What is known about the last start.
   *
   * @param ready whether the cluster has started completely
   * @param exportedTo the kubeconfig of the user that has its context; empty if none
   * @param console the link that opens its console; empty if there is none
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Details(
      long pid,
      String startedAt,
      boolean ready,
      String url,
      int port,
      String kubeconfig,
      String nodes,
      String exportedTo,
      @Nullable String console) {}

  private NamedCluster(Files files, String name, Path directory) {
    this.files = files;
    this.name = name;
    this.directory = directory;
  }

  static NamedCluster of(Files files, Map<String, String> environment, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new CommandException(
          "invalid cluster name \"%s\": must have 1 to 40 lower-case letters, digits or '-', and begin and end with a letter or digit"
              .formatted(name),
          2);
    }
    return new NamedCluster(files, name, clusters(environment).resolve(name));
  }

  /** All clusters that were started and not deleted, by name. */
  static List<NamedCluster> all(Files files, Map<String, String> environment) {
    Path clusters = clusters(environment);
    if (!files.exists(clusters)) {
      return List.of();
    }
    try {
      var all = new ArrayList<NamedCluster>();
      for (Path each : files.list(clusters)) {
        String name = each.getFileName().toString();
        if (NAME.matcher(name).matches()) {
          all.add(new NamedCluster(files, name, each));
        }
      }
      return all;
    } catch (IOException e) {
      throw new CommandException(clusters + ": " + FileProblem.why(e));
    }
  }

  private static Path clusters(Map<String, String> environment) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    Path base =
        state.startsWith("/")
            ? Path.of(state)
            : Path.of(
                environment.getOrDefault("HOME", System.getProperty("user.home")),
                ".local",
                "state");
    return base.resolve("coxswain").resolve("clusters");
  }

  String name() {
    return name;
  }

  /** The name in kubeconfigs. */
  String context() {
    return "coxswain-" + name;
  }

  boolean exists() {
    return files.exists(directory);
  }

  Path data() {
    return directory.resolve("data");
  }

  Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  Path log() {
    return directory.resolve("log");
  }

  /** Files of running containers. */
  Path run() {
    return directory.resolve("run");
  }

  private Path lockFile() {
    return directory.resolve("lock");
  }

  /** Creates the directory and takes the lock; empty if the cluster runs. */
  Optional<Closeable> lock() {
    try {
      files.createSecretDirectories(directory);
      return files.lock(lockFile());
    } catch (IOException e) {
      throw new CommandException(directory + ": " + FileProblem.why(e));
    }
  }

  boolean isRunning() {
    if (!files.exists(lockFile())) {
      return false;
    }
    Optional<Closeable> lock = lock();
    if (lock.isEmpty()) {
      return true;
    }
    try {
      lock.get().close();
      return false;
    } catch (IOException e) {
      throw new CommandException(lockFile() + ": " + FileProblem.why(e));
    }
  }

  void write(Details details) {
    try {
      files.createSecretDirectories(directory);
      files.writeSecret(directory.resolve("cluster.json"), Json.bytes(details));
    } catch (IOException e) {
      throw new CommandException(directory + ": " + FileProblem.why(e));
    }
  }

  Optional<Details> details() {
    Path file = directory.resolve("cluster.json");
    try {
      return files.exists(file)
          ? Optional.of(Json.read(files.read(file), Details.class))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandException(file + ": is damaged; delete it");
    }
  }

  /** Deletes the cluster with its data; it must not run. */
  void delete() {
    try {
      files.delete(directory);
    } catch (IOException e) {
      throw new CommandException(directory + ": " + FileProblem.why(e));
    }
  }
}
