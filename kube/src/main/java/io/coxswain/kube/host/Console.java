package io.coxswain.kube.host;

import java.util.function.Consumer;

/**
 * Where the program prints what is no log.
 *
 * @param out takes lines for standard output
 * @param err takes lines for standard error
 * @param columns the width of the terminal; 0 when there is none
 */
public record Console(Consumer<String> out, Consumer<String> err, int columns) {
  /** Prints nothing. */
  public static final Console SILENT = new Console(line -> {}, line -> {}, 0);
}
