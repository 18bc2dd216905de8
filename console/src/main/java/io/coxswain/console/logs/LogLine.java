package io.coxswain.console.logs;

import java.util.Comparator;

/**
 * A line of output.
 *
 * @param time as the node wrote it; empty if unknown
 * @param cut whether it was longer
 */
record LogLine(String time, LogSource source, String text, boolean cut) {
  /** RFC 3339 with the same number of digits sorts as text; others sort nearly so. */
  static final Comparator<LogLine> BY_TIME = Comparator.comparing(LogLine::time);
}
