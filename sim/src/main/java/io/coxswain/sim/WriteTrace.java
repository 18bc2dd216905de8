package io.coxswain.sim;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Formats a run as its writes, each with its writer and the revision that the writer had seen: most
 * controller bugs are writes based on a state that was slightly too old.
 */
final class WriteTrace {
  private static final int SHOWN = 160;

  /** The newest revision that a process has seen, by process and resource. */
  private final SortedMap<String, SortedMap<String, Long>> seen = new TreeMap<>();

  private final List<String> lines = new ArrayList<>();
  private final List<String> sentences = new ArrayList<>();

  void saw(String process, ApiRequest how, long revision) {
    if (revision > 0) {
      seen.computeIfAbsent(process, p -> new TreeMap<>())
          .merge(kind(how.path()), revision, Math::max);
    }
  }

  void wrote(long nanos, String process, ApiRequest request, ApiResponse response) {
    sentences.add(
        String.format(
            Locale.ROOT, "%10s  %s", time(nanos), WriteSentence.of(process, request, response)));
    long revision = response.ok() ? Revisions.of(response.body()) : 0;
    lines.add(
        String.format(
            Locale.ROOT,
            "%10s  %-12s %-6s %s -> %d%s  (had seen %s)%s",
            time(nanos),
            process,
            request.method(),
            request.path(),
            response.status(),
            revision > 0 ? " at " + revision : "",
            knowledge(process, kind(request.path())),
            request.body().length == 0 ? "" : "\n              " + text(request.body())));
  }

  private String knowledge(String process, String kind) {
    SortedMap<String, Long> its = seen.getOrDefault(process, new TreeMap<>());
    long newest = its.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return kind + " " + its.getOrDefault(kind, 0L) + ", anything " + newest;
  }

  void happened(long nanos, String what) {
    String line = String.format(Locale.ROOT, "%10s  %s", time(nanos), what);
    lines.add(line);
    sentences.add(line);
  }

  private static String time(long nanos) {
    return String.format(Locale.ROOT, "%.3f s", Duration.ofNanos(nanos).toMillis() / 1e3);
  }

  /** The resource of a path, such as pods for /api/v1/namespaces/a/pods/b. */
  private static String kind(String path) {
    String[] parts = path.split("/");
    int at = path.startsWith("/api/") ? 3 : 4;
    if (parts.length > at + 2 && parts[at].equals("namespaces")) {
      at += 2;
    }
    return parts.length > at ? parts[at] : path;
  }

  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }

  /** One line per write in words. */
  List<String> sentences() {
    return List.copyOf(sentences);
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
