package io.coxswain.cli;

import io.coxswain.api.Json;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/**
 * Contexts of clusters in the user's own kubeconfig. The file is replaced as a whole, under the
 * lock file that kubectl uses, and with nothing else in it changed.
 */
final class KubeconfigExport {
  private static final int MAX_LENGTH = 4 << 20;
  private static final int SECRET = 0600;

  private final Files files;

  KubeconfigExport(Files files) {
    this.files = files;
  }

  /** The file that kubectl would write to. */
  static Path defaultFile() {
    String list = System.getenv("KUBECONFIG");
    if (list != null) {
      for (String each : list.split(File.pathSeparator)) {
        if (!each.isEmpty()) {
          return Path.of(each);
        }
      }
    }
    String home = System.getenv("HOME");
    return Path.of(home == null ? System.getProperty("user.home") : home, ".kube", "config");
  }

  /** Adds the cluster of another kubeconfig under the given name. */
  void add(Path file, String context, Path own) {
    try {
      byte[] content = files.read(own);
      change(file, text -> KubeconfigMerge.add(text, context, Json.yamlMapper().readTree(content)));
    } catch (IOException e) {
      throw failure(file, FileProblem.why(e));
    }
  }

  /** Removes the cluster of that name; succeeds if there is none. */
  void remove(Path file, String context) {
    if (files.exists(file)) {
      change(file, text -> KubeconfigMerge.remove(text, context));
    }
  }

  private interface Edit {
    String apply(String text) throws KubeconfigMerge.NotAKubeconfigException, IOException;
  }

  private void change(Path named, Edit edit) {
    try {
      Path file = files.followLinks(named.toAbsolutePath());
      Path directory = file.getParent();
      if (directory != null) {
        files.createSecretDirectories(directory);
      }
      Path lock = file.resolveSibling(file.getFileName() + ".lock");
      files.create(lock, new byte[0], SECRET);
      try {
        String before = files.exists(file) ? read(file) : "";
        String after = edit.apply(before);
        if (!after.equals(before)) {
          files.writeSecret(file, after.getBytes(StandardCharsets.UTF_8));
        }
      } finally {
        files.delete(lock);
      }
    } catch (FileAlreadyExistsException e) {
      throw failure(named, "another program is changing it; if none is, delete " + named + ".lock");
    } catch (KubeconfigMerge.NotAKubeconfigException e) {
      throw failure(named, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw failure(named, FileProblem.why(e));
    }
  }

  private String read(Path file) throws IOException {
    if (files.size(file) > MAX_LENGTH) {
      throw new IOException("is longer than " + MAX_LENGTH + " bytes");
    }
    return new String(files.read(file), StandardCharsets.UTF_8);
  }

  private static CommandException failure(Path file, String why) {
    return new CommandException("--export-kubeconfig: " + file + " was not changed: " + why);
  }
}
