package io.coxswain.runtime.logging;

import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The verbosity of log lines, as in klog: a line of verbosity 2 is written with {@code -v=2} and
 * above.
 *
 * <p>Lines of verbosity 1 to 3 have the level INFO, those of 4 and 5 DEBUG, others TRACE. A logger
 * that writes DEBUG also writes the lines up to 4, whatever the verbosity of the process is.
 *
 * <p>The verbosity belongs to the process, like the log.
 */
public final class Verbosity {
  /** The verbosity from which DEBUG lines are written. */
  public static final int DEBUG = 4;

  /** The verbosity from which TRACE lines are written. */
  public static final int TRACE = 6;

  private static final String MARKER = "v=";
  private static final Marker[] MARKERS = new Marker[TRACE + 1];

  static {
    for (int v = 0; v < MARKERS.length; v++) {
      MARKERS[v] = MarkerFactory.getDetachedMarker(MARKER + v);
    }
  }

  private static volatile int process;

  private Verbosity() {}

  /** Sets the verbosity of the process. */
  public static void set(int verbosity) {
    process = verbosity;
  }

  /** Whether a line of this verbosity is written. */
  public static boolean isOn(Logger log, int verbosity) {
    return switch (verbosity) {
      case 0 -> log.isInfoEnabled();
      case 1, 2, 3 -> process >= verbosity ? log.isInfoEnabled() : log.isDebugEnabled();
      case 4 -> log.isDebugEnabled();
      case 5 -> process >= verbosity ? log.isDebugEnabled() : log.isTraceEnabled();
      default -> log.isTraceEnabled();
    };
  }

  /** A line of this verbosity; call it only if {@link #isOn} returns true. */
  public static LoggingEventBuilder at(Logger log, int verbosity) {
    Level level = verbosity < DEBUG ? Level.INFO : verbosity < TRACE ? Level.DEBUG : Level.TRACE;
    LoggingEventBuilder line = log.atLevel(level);
    return verbosity == 0 ? line : line.addMarker(MARKERS[Math.min(verbosity, TRACE)]);
  }

  /** The verbosity that a marker of {@link #at} states; -1 for other markers. */
  public static int of(Marker marker) {
    for (int v = 0; v < MARKERS.length; v++) {
      if (MARKERS[v].equals(marker)) {
        return v;
      }
    }
    return -1;
  }
}
