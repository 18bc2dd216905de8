package io.coxswain.kube.host.profiling;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.HotSpotDiagnosticMXBean;
import io.coxswain.api.Json;
import io.coxswain.env.Entropy;
import io.coxswain.env.Files;
import io.coxswain.kube.host.profiling.Profile.Kind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The stacks of all threads, platform and virtual ones. */
public final class ThreadStacks {
  private static final Kind THREADS = new Kind("goroutine", "count");

  /** A dump above this size is not read. */
  private static final long MAX_DUMP = 64 << 20;

  /** {@code java.base/java.lang.Thread.run(Thread.java:1474)}, possibly without a line. */
  private static final Pattern FRAME =
      Pattern.compile("^(?:[^/(]*//?)?([^(]+)\\(([^:)]*)(?::(\\d+))?\\)$");

  private ThreadStacks() {}

  /**
   * Takes the stacks. The JVM can only write those of virtual threads to a file; where it cannot,
   * platform threads alone are shown.
   */
  public static Profile take(Files files, Entropy entropy) {
    Path dump =
        Path.of(System.getProperty("java.io.tmpdir"), "threads-" + entropy.uuid() + ".json")
            .toAbsolutePath();
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
      try {
        if (files.size(dump) <= MAX_DUMP) {
          return parse(Json.tree(files.read(dump)));
        }
      } finally {
        files.delete(dump);
      }
    } catch (IOException e) {
      return platformThreads();
    }
    return platformThreads();
  }

  private static Profile platformThreads() {
    var profile = empty();
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      profile.add(Arrays.stream(stack).map(ThreadStacks::frame).toList(), 1);
    }
    return profile;
  }

  private static Profile empty() {
    return new Profile(List.of(THREADS), THREADS, 1);
  }

  static Profile parse(JsonNode dump) {
    var profile = empty();
    for (JsonNode container : dump.path("threadDump").path("threadContainers")) {
      for (JsonNode thread : container.path("threads")) {
        var stack = new ArrayList<Frame>();
        thread.path("stack").forEach(line -> stack.add(frame(line.asText())));
        profile.add(stack, 1);
      }
    }
    return profile;
  }

  private static Frame frame(String line) {
    Matcher matcher = FRAME.matcher(line);
    return matcher.matches()
        ? new Frame(
            matcher.group(1),
            matcher.group(2),
            matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3)))
        : new Frame(line, "", 0);
  }

  private static Frame frame(StackTraceElement element) {
    String file = element.getFileName();
    return new Frame(
        element.getClassName() + "." + element.getMethodName(),
        file == null ? "" : file,
        Math.max(0, element.getLineNumber()));
  }
}
