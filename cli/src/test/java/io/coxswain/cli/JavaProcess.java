package io.coxswain.cli;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a JVM with the class path of this test, tuned for short runs. Process tests
 * add their own directory, environment and redirections to the builder.
 */
final class JavaProcess {
  /** The program {@code java} of this JVM. */
  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final List<String> command = new ArrayList<>();
  private final Class<?> main;

  private JavaProcess(Class<?> main) {
    this.main = main;
    command.addAll(
        List.of(
            JAVA,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED"));
  }

  /** Runs {@link Coxswain}. */
  static JavaProcess coxswain() {
    return new JavaProcess(Coxswain.class);
  }

  /** Runs the main method of the class. */
  static JavaProcess of(Class<?> main) {
    return new JavaProcess(main);
  }

  /** Adds options of the JVM. */
  JavaProcess with(String... options) {
    command.addAll(List.of(options));
    return this;
  }

  /** The process with these arguments, not started yet. */
  ProcessBuilder builder(String... arguments) {
    var words = new ArrayList<>(command);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    words.addAll(List.of(arguments));
    return new ProcessBuilder(words);
  }

  /** The lines that the process prints to standard output. */
  static BufferedReader lines(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
