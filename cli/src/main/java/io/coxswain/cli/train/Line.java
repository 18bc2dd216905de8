package io.coxswain.cli.train;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** One line of a screen, truncated at its width. */
final class Line {
  private final StringBuilder text = new StringBuilder();
  private final Style style;
  private int room;

  Line(Style style, int columns) {
    this.style = style;
    this.room = columns;
  }

  @CanIgnoreReturnValue
  Line add(String more) {
    text.append(cut(more));
    return this;
  }

  @CanIgnoreReturnValue
  Line add(int colour, String more) {
    text.append(style.paint(colour, cut(more)));
    return this;
  }

  /** Appends two spaces and the text, if there is any. */
  @CanIgnoreReturnValue
  Line part(int colour, String more) {
    return more.isEmpty() ? this : add("  ").add(colour, more);
  }

  private String cut(String more) {
    String fits = more.length() <= room ? more : more.substring(0, room);
    room -= fits.length();
    return fits;
  }

  boolean fits(int characters) {
    return characters <= room;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
