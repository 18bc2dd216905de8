package io.coxswain.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own. */
final class Child implements Closeable {
  private static final int STOP_SECONDS = 10;

  /** What Linux counts in, on every machine of today. */
  private static final double TICKS_PER_SECOND = 100;

  private final Process process;
  private final double readyMillis;

  private Child(Process process, double readyMillis) {
    this.process = process;
    this.readyMillis = readyMillis;
  }

  /** Starts a program and returns when it prints a line that begins with "ready". */
  static Child start(List<String> command, Path directory) throws IOException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(directory.resolve("errors").toFile())
            .start();
    var out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("ready")) {
        return new Child(process, (System.nanoTime() - start) / 1e6);
      }
    }
    throw new IOException(
        String.join(" ", command)
            + " ended before it was ready: "
            + Files.readString(directory.resolve("errors")));
  }

  /** A class of this program, run as this one is. */
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

  /** The resident set of a process in MiB; negative when it cannot be told. */
  static double residentMiB(long pid) {
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

  /** How much processor time a process has used; negative when it cannot be told. */
  static double cpuSeconds(long pid) {
    if (pid <= 0) {
      return -1;
    }
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    } catch (IOException e) {
      return -1; // no such process, or no such system
    }
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
  }
}
