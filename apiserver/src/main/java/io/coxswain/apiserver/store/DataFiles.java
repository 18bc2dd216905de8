package io.coxswain.apiserver.store;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The names of the files in a data directory. */
record DataFiles(Files files, Path directory) {

  /** The snapshots, oldest first. */
  List<Path> snapshots() throws IOException {
    return named("snapshot-");
  }

  private List<Path> named(String prefix) throws IOException {
    return files.list(directory).stream()
        .filter(path -> String.valueOf(path.getFileName()).matches(prefix + "\\d{19}"))
        .toList();
  }

  /** The logs, oldest first. */
  List<LogFile> logs() throws IOException {
    var logs = new ArrayList<LogFile>();
    for (Path path : named("log-")) {
      logs.add(LogFile.of(files, path, number(path)));
    }
    return logs;
  }

  /** The revision in the name of a file. */
  static long number(Path file) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(name.indexOf('-') + 1));
  }

  Path log(long firstRevision) {
    return name("log-", firstRevision);
  }

  Path snapshot(long revision) {
    return name("snapshot-", revision);
  }

  private Path name(String prefix, long revision) {
    // Wide enough for any revision, so that names sort like numbers.
    return directory.resolve(prefix + String.format(Locale.ROOT, "%019d", revision));
  }

  /** Deletes what the snapshot of that revision replaces. */
  void deleteBefore(long snapshot) throws IOException {
    for (Path log : named("log-")) {
      if (number(log) <= snapshot) {
        files.delete(log);
      }
    }
    for (Path older : named("snapshot-")) {
      if (number(older) < snapshot) {
        files.delete(older);
      }
    }
  }
}
