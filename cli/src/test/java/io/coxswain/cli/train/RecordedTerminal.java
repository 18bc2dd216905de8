package io.coxswain.cli.train;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A terminal that understands the few sequences that are sent to it, and so knows what stands on
 * it; the keys that will be pressed are given beforehand.
 */
final class RecordedTerminal implements Terminal {
  private final Size size;
  private final List<StringBuilder> screen = new ArrayList<>(List.of(new StringBuilder()));
  private final List<Character> pressed = new ArrayList<>();
  private @Nullable Clock clock;
  private int row;
  private int column;
  private int writes;

  RecordedTerminal(int columns, int rows) {
    this.size = new Size(columns, rows);
  }

  void willPress(char key) {
    pressed.add(key);
  }

  /** Waits for keys in the time of the given clock. */
  void use(Clock time) {
    clock = time;
  }

  @Override
  public void write(String text) {
    writes++;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\u001b') {
        int end = i + 2;
        while (!Character.isLetter(text.charAt(end))) {
          end++;
        }
        control(text.charAt(end), text.substring(i + 2, end));
        i = end;
      } else if (c == '\n') {
        row++;
        column = 0;
        if (row == screen.size()) {
          screen.add(new StringBuilder());
        }
      } else if (c == '\r') {
        column = 0;
      } else {
        put(c);
      }
    }
  }

  private void put(char c) {
    StringBuilder line = screen.get(row);
    while (line.length() <= column) {
      line.append(' ');
    }
    line.setCharAt(column++, c);
  }

  private void control(char letter, String number) {
    switch (letter) {
      case 'A' -> row = Math.max(0, row - Integer.parseInt(number));
      case 'J' -> {
        screen.get(row).setLength(Math.min(screen.get(row).length(), column));
        screen.subList(row + 1, screen.size()).clear();
      }
      case 'm' -> {}
      default -> throw new AssertionError("unknown sequence: " + number + letter);
    }
  }

  /** Everything that can be seen, and what has moved out at the top. */
  List<String> lines() {
    return screen.stream().map(line -> line.toString().stripTrailing()).toList();
  }

  int writes() {
    return writes;
  }

  @Override
  public Size size() {
    return size;
  }

  @Override
  public @Nullable Character readKey(Duration atMost, BooleanSupplier wanted)
      throws CancelledException {
    if (!pressed.isEmpty()) {
      return pressed.removeFirst();
    }
    if (clock != null) {
      clock.sleep(atMost);
    }
    return null;
  }
}
