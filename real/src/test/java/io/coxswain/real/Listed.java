package io.coxswain.real;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The differences that are meant, from a file with the reason for each. */
public final class Listed {
  private final List<Entry> entries = new ArrayList<>();
  private final TreeSet<String> used = new TreeSet<>();

  private record Entry(Pattern lines, String reason) {}

  /** Lines of a regular expression, a blank-separated {@code --} and the reason. */
  public static Listed read(String name) {
    var read = new Listed();
    try (InputStream in = Listed.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] parts = line.strip().split(" -- ", 2);
        if (parts.length < 2) {
          throw new IllegalStateException(name + ": no reason in " + line);
        }
        read.entries.add(new Entry(Pattern.compile(parts[0]), parts[1]));
      }
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int size() {
    return entries.size();
  }

  /** The number of entries that explained something. */
  public synchronized int used() {
    return used.size();
  }

  /** Those of the lines that nothing explains. */
  public synchronized List<String> unexplained(List<String> lines) {
    return lines.stream().filter(line -> !explains(line)).toList();
  }

  private boolean explains(String line) {
    boolean explained = false;
    for (Entry entry : entries) {
      if (entry.lines.matcher(line).find()) {
        used.add(entry.lines.pattern());
        explained = true;
      }
    }
    return explained;
  }

  /** Entries that explained nothing. */
  public List<String> unused() {
    return entries.stream()
        .map(entry -> entry.lines.pattern())
        .filter(pattern -> !used.contains(pattern))
        .toList();
  }
}
