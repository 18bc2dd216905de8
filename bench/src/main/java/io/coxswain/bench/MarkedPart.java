package io.coxswain.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The generated part of a document, between two markers. */
record MarkedPart(Path document) {
  static final String BEGIN = "<!-- bench all: begin -->";
  static final String END = "<!-- bench all: end -->";

  /**
   * @throws IOException if the document cannot be read or has no such part
   */
  void check() throws IOException {
    var _ = replaced("");
  }

  void replace(String text) throws IOException {
    Files.writeString(document, replaced(text));
  }

  private String replaced(String text) throws IOException {
    if (!Files.isRegularFile(document)) {
      throw new IOException(document + ": no such file");
    }
    String all = Files.readString(document);
    int begin = all.indexOf(BEGIN);
    int end = all.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          "%s has no lines %s and, after it, %s to write between".formatted(document, BEGIN, END));
    }
    return all.substring(0, begin + BEGIN.length())
        + "\n"
        + text.strip()
        + "\n"
        + all.substring(end);
  }
}
