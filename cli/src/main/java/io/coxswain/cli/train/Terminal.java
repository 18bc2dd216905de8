package io.coxswain.cli.train;

import org.jspecify.annotations.Nullable;

/** The screen and the keyboard of the person who runs the command. */
public interface Terminal {

  /** Shows the text now. */
  void write(String text);

  /** How large it is at the moment. */
  Size size();

  /** Waits for a line that the person types; null when nobody will. */
  @Nullable String readLine();

  /** In characters. */
  record Size(int columns, int rows) {}
}
