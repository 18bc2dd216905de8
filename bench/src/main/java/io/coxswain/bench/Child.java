package io.coxswain.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server in its own process, which ends with this one at the latest. */
final class Child implements Closeable {
  private static final int STOP_SECONDS = 10;
  private static final int LAST_LINES = 8;
  private static final int START_MINUTES = 5;

  /** Linux's clock ticks, on all current hosts. */
  private static final double TICKS_PER_SECOND = 100;

  /** The running processes that must end with this one. */
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
  }

  private final Process process;
  private final Path log;
  private final double readyMillis;

  private Child(Process process, Path log, double readyMillis) {
    this.process = process;
    this.log = log;
    this.readyMillis = readyMillis;
  }

  /** Starts a program and returns when it prints a line that begins with "ready". */
  static Child start(List<String> command, Path directory) throws IOException {
    Path log = directory.resolve("errors");
    long start = System.nanoTime();
    Process process =
        builder(command, directory)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    RUNNING.add(process);
    var ready = new AtomicBoolean();
    process
        .onExit()
        .orTimeout(START_MINUTES, TimeUnit.MINUTES)
        .exceptionally(
            _ -> {
              if (!ready.get()) {
                process.destroyForcibly(); // which ends its output, and the wait for it
              }
              return process;
            });
    var out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("ready")) {
        ready.set(true);
        Thread.ofVirtual().start(() -> drain(out));
        return new Child(process, log, (System.nanoTime() - start) / 1e6);
      }
    }
    var child = new Child(process, log, -1);
    child.close();
    throw new IOException(
        String.join(" ", command)
            + " was not ready within %d minutes, or ended: ".formatted(START_MINUTES)
            + child.lastLines());
  }

  private static ProcessBuilder builder(List<String> command, Path directory) {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    // The child must be the measured version, even if its sources change during the run.
    builder.environment().put("COXSWAIN_SKIP_BUILD", "1");
    return builder;
  }

  /** Discards the rest of its output; otherwise the process would block. */
  private static void drain(BufferedReader out) {
    try (out) {
      out.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      return; // it has ended
    }
  }

  /** Starts a program that does not report when it is ready. */
  static Child launch(List<String> command, Path directory, String log) throws IOException {
    Path file = directory.resolve(log);
    Process process =
        builder(command, directory)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()))
            .start();
    RUNNING.add(process);
    return new Child(process, file, -1);
  }

  /** The command line of a class of this program, run as this one is. */
  static List<String> java(String mainClass, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("-X")) {
        command.add(option);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  long pid() {
    return process.pid();
  }

  double readyMillis() {
    return readyMillis;
  }

  void failIfEnded() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(
          process.info().command().orElse("a program")
              + " ended with "
              + process.exitValue()
              + ": "
              + lastLines());
    }
  }

  /** The last lines of its error output. */
  String lastLines() throws IOException {
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  /** The resident set of processes in MiB; negative if unknown. */
  static double residentMiB(long... pids) {
    double sum = 0;
    for (long pid : pids) {
      double one = resident(pid);
      if (one < 0) {
        return -1;
      }
      sum += one;
    }
    return sum;
  }

  private static double resident(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmRSS:")) {
          return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
        }
      }
    } catch (IOException e) {
      return -1; // no such process, or no such system
    }
    return -1;
  }

  /** The processor time of processes; negative if unknown. */
  static double cpuSeconds(long... pids) {
    double sum = 0;
    for (long pid : pids) {
      double one = pid <= 0 ? -1 : cpu(pid);
      if (one < 0) {
        return -1;
      }
      sum += one;
    }
    return pids.length == 0 ? -1 : sum;
  }

  private static double cpu(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    } catch (IOException e) {
      return -1; // no such process, or no such system
    }
  }

  /** Kills the process. */
  void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
    RUNNING.remove(process);
  }

  @Override
  public void close() {
    process.toHandle().destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.toHandle().destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.toHandle().destroyForcibly();
      Thread.currentThread().interrupt();
    }
    RUNNING.remove(process);
  }

  /** Deletes a temporary folder; files that cannot be deleted are left to the system. */
  static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("not deleted: " + e.getMessage());
    }
  }
}
