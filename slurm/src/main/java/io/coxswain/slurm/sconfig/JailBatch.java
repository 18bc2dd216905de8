package io.coxswain.slurm.sconfig;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that are replaced together. After {@link #replace} the new file is in place and the old one
 * is kept next to it, under another name; {@link #finish} waits until no directory cache refers to
 * the old one and removes it; {@link #close} before that restores all old files.
 */
final class JailBatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JailBatch.class);

  /** Shared file systems remember directory entries for 15 s. */
  static final Duration WAIT = Duration.ofSeconds(16);

  private static final String MARK = "-sconfigcontroller-";
  private static final int SUFFIX = 10;

  private final Env env;
  private final Path jail;
  private final List<Replaced> replaced = new ArrayList<>();
  private final List<Path> leftovers = new ArrayList<>();

  /**
   * @param aside where the old file is, or was to be
   * @param old what was there before, where only we have it still
   */
  private record Replaced(Path target, Path aside, Files.Swap how, Optional<JailFile> old) {}

  JailBatch(Env env, Path jail) {
    this.env = env;
    this.jail = jail;
  }

  /** Whether the file is just so already. */
  boolean isCurrent(String path, JailFile file) throws IOException {
    return find(inside(path)).filter(file::equals).isPresent();
  }

  /** Writes the file, unless it exists unchanged. */
  void replace(String path, JailFile file) throws IOException {
    Path target = inside(path);
    Optional<JailFile> old = find(target);
    collectLeftovers(target);
    if (old.filter(file::equals).isPresent()) {
      return;
    }
    env.files().createDirectories(parent(target));
    Path fresh = target.resolveSibling(target.getFileName() + MARK + env.entropy().suffix(SUFFIX));
    env.files().create(fresh, file.content(), file.mode());
    try {
      Files.Swap how = env.files().swap(fresh, target);
      replaced.add(
          new Replaced(target, fresh, how, how == Files.Swap.OVERWRITTEN ? old : Optional.empty()));
    } catch (IOException e) {
      env.files().delete(fresh);
      throw e;
    }
  }

  /** Files left by an earlier process that was killed. */
  private void collectLeftovers(Path target) throws IOException {
    if (!env.files().exists(parent(target))) {
      return;
    }
    for (Path each : env.files().list(parent(target))) {
      if (each.getFileName().toString().startsWith(target.getFileName() + MARK)) {
        leftovers.add(each);
      }
    }
  }

  /** Waits, if there is something to wait for, and removes the old files. */
  void finish() throws IOException, CancelledException {
    boolean waits =
        !leftovers.isEmpty() || replaced.stream().anyMatch(r -> r.how == Files.Swap.EXCHANGED);
    if (waits) {
      env.clock().sleep(WAIT);
    }
    for (Replaced each : replaced) {
      if (each.how == Files.Swap.EXCHANGED) {
        env.files().delete(each.aside);
      }
    }
    for (Path each : leftovers) {
      env.files().delete(each);
    }
    replaced.clear();
    leftovers.clear();
  }

  /** Undoes what is not finished, the last first. */
  @Override
  public void close() {
    for (Replaced each : replaced.reversed()) {
      try {
        undo(each);
      } catch (IOException e) {
        log.atError().addKeyValue("path", each.target).setCause(e).log("Failed to roll back file");
      }
    }
    replaced.clear();
  }

  private void undo(Replaced each) throws IOException {
    switch (each.how) {
      case EXCHANGED -> {
        var _ = env.files().swap(each.aside, each.target);
        env.files().delete(each.aside);
      }
      case CREATED -> env.files().delete(each.target);
      case OVERWRITTEN -> {
        if (each.old.isPresent()) {
          env.files().create(each.aside, each.old.get().content(), each.old.get().mode());
          var _ = env.files().swap(each.aside, each.target);
        }
      }
    }
  }

  private Optional<JailFile> find(Path target) throws IOException {
    return env.files().exists(target)
        ? Optional.of(new JailFile(env.files().read(target), env.files().mode(target)))
        : Optional.empty();
  }

  private static Path parent(Path target) {
    Path parent = target.getParent();
    return parent == null ? target : parent;
  }

  /**
   * The path under the jail.
   *
   * @throws IOException when it leads elsewhere: by dots or through a link
   */
  private Path inside(String path) throws IOException {
    Path at = jail;
    for (String segment : path.split("/")) {
      if (segment.equals(".") || segment.equals("..")) {
        throw new IOException(path + ": path traversal is not supported");
      }
      if (!segment.isEmpty()) {
        at = at.resolve(segment);
        if (env.files().isLink(at)) {
          throw new IOException(path + ": symlinks in path are not supported: " + at);
        }
      }
    }
    if (at.equals(jail)) {
      throw new IOException(path + ": must name a file");
    }
    return at;
  }
}
