package io.coxswain.node.process;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The directories of one container. They are empty whenever the container starts, as the file
 * system of a restarted container is, and are deleted with the pod.
 *
 * @param own the working directory of a container that names none; relative paths start here
 * @param temporary the container's {@code TMPDIR}; its path is short because programs put sockets
 *     there, whose paths are limited to about 100 bytes
 * @param terminationMessage the file that a container may leave a last message in
 */
record ContainerDirectories(Path own, Path temporary, Path terminationMessage) {
  private static final int UID_PREFIX = 13;

  static ContainerDirectories of(PodRun run, Path data, String container, int index) {
    return new ContainerDirectories(
        run.directory().resolve("work").resolve(container),
        temporary(data, run.uid()).resolve(Integer.toString(index)),
        run.directory().resolve("termination").resolve(container));
  }

  /** Where the temporary files of all containers of a pod are. */
  static Path temporary(Path data, String uid) {
    return data.resolve("tmp").resolve(uid.substring(0, Math.min(UID_PREFIX, uid.length())));
  }

  void create(Files files) throws IOException {
    files.delete(own);
    files.createDirectories(own);
    files.delete(temporary);
    files.createSecretDirectories(temporary);
    Path parent = terminationMessage.getParent();
    if (parent != null) {
      files.createDirectories(parent);
    }
    files.delete(terminationMessage);
    files.write(terminationMessage, new byte[0]);
  }

  /**
   * The directory that a container starts in. An absolute path is a directory of this host, and
   * must exist unless it is in a volume; a relative one is below the container's own directory.
   *
   * @param asked the {@code workingDir}, with mount paths replaced; empty if there is none
   * @param inVolume whether a mount path was replaced
   */
  Path workingDirectory(Files files, String asked, boolean inVolume)
      throws NotStartableException, IOException {
    if (asked.isEmpty()) {
      return own;
    }
    Path path = Path.of(asked);
    if (path.isAbsolute()) {
      if (inVolume) {
        files.createDirectories(path);
      } else if (!files.exists(path)) {
        throw new IOException(
            "chdir to cwd (\"%s\") failed: no such file or directory: on a process node an absolute workingDir is a directory of the host and must exist; omit workingDir to use an empty directory"
                .formatted(asked));
      }
      return path;
    }
    Path inside = own.resolve(path).normalize();
    if (!inside.startsWith(own)) {
      throw NotStartableException.forever(
          "workingDir \"%s\" leaves the directory of the container".formatted(asked));
    }
    files.createDirectories(inside);
    return inside;
  }
}
