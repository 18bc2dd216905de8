package io.coxswain.node.process;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files that a volume of a ConfigMap, a Secret, a projection or the downward API must contain.
 * Not thread-safe.
 */
final class VolumeContent {
  private static final String TEMPORARY = ".replacing-";

  private final Path place;
  private final SortedMap<Path, Content> contents = new TreeMap<>();

  private record Content(byte[] bytes, int mode) {}

  VolumeContent(Path place) {
    this.place = place;
  }

  /**
   * Adds a file; a later one at the same path replaces it.
   *
   * @param path below the volume
   */
  void add(Path path, byte[] bytes, int mode) {
    contents.put(path, new Content(bytes, mode));
  }

  /**
   * Makes the directory contain these files and no others. Each file is replaced atomically, and
   * only if its content or mode differs, so that programs that watch for changes see only those.
   */
  void write(Files files) throws IOException {
    files.createDirectories(place);
    removeOthers(files, place);
    for (Map.Entry<Path, Content> entry : contents.entrySet()) {
      Path path = entry.getKey();
      Content content = entry.getValue();
      if (!isCurrent(files, path, content)) {
        Path parent = path.resolveSibling("");
        files.createDirectories(parent);
        Path temporary = parent.resolve(TEMPORARY + path.getFileName());
        files.delete(temporary); // left behind by a crash
        files.create(temporary, content.bytes(), content.mode());
        files.move(temporary, path); // filled again after a crash of the operating system
      }
    }
  }

  /** Directories stay: a mount with a {@code subPath} may refer to one. */
  private void removeOthers(Files files, Path directory) throws IOException {
    for (Path path : files.list(directory)) {
      if (files.isLink(path)) {
        files.delete(path);
      } else if (isDirectory(files, path)) {
        if (contents.containsKey(path)) {
          files.delete(path);
        } else {
          removeOthers(files, path);
        }
      } else if (!contents.containsKey(path)) {
        files.delete(path);
      }
    }
  }

  private static boolean isDirectory(Files files, Path path) {
    try {
      List<Path> _ = files.list(path);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** A file that its mode makes unreadable is replaced. */
  private static boolean isCurrent(Files files, Path path, Content content) {
    try {
      return files.exists(path)
          && files.mode(path) == content.mode()
          && Arrays.equals(files.read(path), content.bytes());
    } catch (IOException e) {
      return false;
    }
  }
}
