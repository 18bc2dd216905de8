package io.coxswain.cli.train;

import io.coxswain.env.CancelledException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The screen and keyboard of the user who runs the command. */
public interface Terminal {

  /** Shows the text immediately. */
  void write(String text);

  /** The current size. */
  Size size();

  /**
   * Waits for a single key press, without Enter and without echo.
   *
   * @param wanted checked while waiting; false ends the wait
   * @return the character, or null if no key was pressed in time
   */
  @Nullable Character readKey(Duration atMost, BooleanSupplier wanted) throws CancelledException;

  /** In characters. */
  record Size(int columns, int rows) {}
}
