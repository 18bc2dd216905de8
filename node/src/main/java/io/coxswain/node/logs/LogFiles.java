package io.coxswain.node.logs;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of one container's logs: {@code <run>.<segment>.log} in a directory of its own, where
 * run 0 is the first start of the container, 1 its first restart, and so on.
 */
final class LogFiles {
  static final long SEGMENT_BYTES = 10 << 20;
  static final int SEGMENTS = 5;

  private static final Pattern NAME = Pattern.compile("(\\d+)\\.(\\d+)\\.log");

  private final Files files;
  private final Path directory;

  LogFiles(Files files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  Path path(int run, int segment) {
    return directory.resolve(run + "." + segment + ".log");
  }

  /** The runs that have a log, in order. */
  List<Integer> runs() throws IOException {
    var runs = new TreeSet<Integer>();
    for (Matcher name : names()) {
      runs.add(Integer.parseInt(name.group(1)));
    }
    return List.copyOf(runs);
  }

  /** The first segment of a run that is at or after the given one and still there. */
  OptionalInt segmentFrom(int run, int least) throws IOException {
    return names().stream()
        .filter(name -> Integer.parseInt(name.group(1)) == run)
        .mapToInt(name -> Integer.parseInt(name.group(2)))
        .filter(segment -> segment >= least)
        .min();
  }

  /** Makes the run the newest and forgets all before the one before it. */
  void begin(int run) throws IOException {
    files.createDirectories(directory);
    for (int old : runs()) {
      if (old < run - 1) {
        delete(old);
      }
    }
  }

  private void delete(int run) throws IOException {
    for (Matcher name : names()) {
      if (Integer.parseInt(name.group(1)) == run) {
        files.delete(directory.resolve(name.group()));
      }
    }
  }

  void deleteSegment(int run, int segment) throws IOException {
    files.delete(path(run, segment));
  }

  private List<Matcher> names() throws IOException {
    if (!files.exists(directory)) {
      return List.of();
    }
    return files.list(directory).stream()
        .map(path -> NAME.matcher(path.getFileName().toString()))
        .filter(Matcher::matches)
        .toList();
  }
}
