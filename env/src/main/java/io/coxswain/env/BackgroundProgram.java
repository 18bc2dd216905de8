package io.coxswain.env;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A second process of this program that outlives the first and has no terminal. For main methods
 * only.
 */
public final class BackgroundProgram {
  private final Process process;

  private BackgroundProgram(Process process) {
    this.process = process;
  }

  /**
   * Starts this program with other arguments, the same JVM options, directory and environment.
   *
   * @param main the main class
   * @param log receives its output; replaced if it exists
   */
  public static BackgroundProgram start(String main, List<String> arguments, Path log)
      throws IOException {
    var command = new ArrayList<String>();
    // A session of its own: neither Ctrl-C nor the end of the terminal reaches it.
    Stream.of("/usr/bin/setsid", "/bin/setsid")
        .filter(tool -> new File(tool).canExecute())
        .limit(1)
        .forEach(command::add);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    return new BackgroundProgram(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(log.toFile())
            .start());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The id of this process. */
  public static long ownPid() {
    return ProcessHandle.current().pid();
  }

  /** Requests termination of a process (SIGTERM); does nothing if it has ended. */
  public static void terminate(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
  }
}
