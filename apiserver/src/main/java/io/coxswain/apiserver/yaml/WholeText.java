package io.coxswain.apiserver.yaml;

import java.io.Reader;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * An in-memory text for SnakeYAML's scanner. SnakeYAML's own reader copies its lookahead for each
 * further kilobyte, which takes quadratic time for a long scalar.
 */
final class WholeText extends StreamReader {
  /** Characters are checked in chunks of this size, as they would be read from a stream. */
  private static final int CHECKED_AT_ONCE = 1024;

  private final int[] text;
  private int pointer;
  private int line;
  private int column;
  private int documentIndex;
  private int checked;

  WholeText(String text) {
    super(Reader.nullReader());
    this.text = text.codePoints().toArray();
  }

  private void check(int upTo) {
    while (checked < text.length && checked <= upTo) {
      int end = Math.min(text.length, checked + CHECKED_AT_ONCE);
      for (; checked < end; checked++) {
        if (!isPrintable(text[checked])) {
          throw new ReaderException(
              "text", checked, text[checked], "special characters are not allowed");
        }
      }
    }
  }

  @Override
  public Mark getMark() {
    return new Mark("text", pointer, line, column, text, pointer);
  }

  @Override
  public void forward() {
    forward(1);
  }

  @Override
  public void forward(int length) {
    for (int i = 0; i < length && pointer < text.length; i++) {
      check(pointer + 1);
      int c = text[pointer++];
      documentIndex++;
      boolean lineEnd = c == '\n' || c == '\u0085' || c == '\u2028' || c == '\u2029';
      if (lineEnd || (c == '\r' && pointer < text.length && text[pointer] != '\n')) {
        line++;
        column = 0;
      } else if (c != '\uFEFF') {
        column++;
      }
    }
  }

  @Override
  public int peek() {
    return peek(0);
  }

  @Override
  public int peek(int ahead) {
    check(pointer + ahead);
    return pointer + ahead < text.length ? text[pointer + ahead] : 0;
  }

  @Override
  public String prefix(int length) {
    check(pointer + length);
    return new String(text, pointer, Math.min(length, text.length - pointer));
  }

  @Override
  public String prefixForward(int length) {
    String prefix = prefix(length);
    pointer += length;
    documentIndex += length;
    column += length;
    return prefix;
  }

  @Override
  public int getColumn() {
    return column;
  }

  @Override
  public int getDocumentIndex() {
    return documentIndex;
  }

  @Override
  public void resetDocumentIndex() {
    documentIndex = 0;
  }

  @Override
  public int getIndex() {
    return pointer;
  }

  @Override
  public int getLine() {
    return line;
  }
}
