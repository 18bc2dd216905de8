package io.coxswain.kube.host;

import java.util.function.Consumer;

/**
 * Standard output and standard error.
 *
 * @param out consumes lines for standard output
 * @param err consumes lines for standard error
 * @param columns the width of the terminal; 0 without a terminal
 */
public record Console(Consumer<String> out, Consumer<String> err, int columns) {
  /** A console that discards all lines. */
  public static final Console SILENT = new Console(line -> {}, line -> {}, 0);
}
