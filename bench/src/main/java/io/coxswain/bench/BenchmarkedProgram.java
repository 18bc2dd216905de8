package io.coxswain.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A benchmarked program.
 *
 * @param command from the JVM options, which a program that needs none ignores, to the arguments
 *     before the mode
 */
record BenchmarkedProgram(String name, Function<List<String>, List<String>> command) {
  private static final long MAX_MINUTES = 10;

  /**
   * Runs one measurement.
   *
   * @return what it printed, and under {@code wall} the milliseconds from its start to its first
   *     line
   */
  Map<String, Double> measure(Path folder, List<String> jvm, String... arguments)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(command.apply(jvm));
    words.addAll(List.of(arguments));
    Path errors = folder.resolve("errors-of-a-contender");
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectError(errors.toFile()).start();
    var values = new LinkedHashMap<String, Double>();
    // A hanging program is killed, which ends its output too.
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException e) {
                process.destroyForcibly();
              }
            });
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          values.putIfAbsent("wall", (System.nanoTime() - start) / 1e6);
          values.put(line.substring(0, equals), Double.parseDouble(line.substring(equals + 1)));
        }
      }
    }
    if (process.waitFor() != 0) {
      throw new IOException(
          name
              + " could not measure "
              + arguments[0]
              + ": "
              + Files.readString(errors).lines().limit(10).toList());
    }
    return values;
  }
}
