package io.coxswain.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What was done, one line each, in a file of this virtual machine: others run at the same time, and
 * {@link Totals} adds them up when all have ended.
 */
public final class Tally {
  /** Names the folder; without it nothing is written. */
  static final String PROPERTY = "coxswain.tally";

  private Tally() {}

  /** Notes a number that documents state; build/numbers.txt says where. */
  public static void fact(String name, long value) {
    note("fact real." + name + "\t" + value);
  }

  /** A word that says of what kind it is, a blank, and the rest. */
  public static synchronized void note(String line) {
    String folder = System.getProperty(PROPERTY, "");
    if (folder.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(Path.of(folder));
      Files.writeString(
          Path.of(folder, ProcessHandle.current().pid() + ".txt"),
          line + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
