package io.coxswain.slurm.exporter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A page of series in Prometheus' text format, version 0.0.4. Written here and not by the library
 * because upstream's names end as that one lets no gauge end ({@code _info}, {@code _total}), and
 * because a page of a large cluster has a million labels.
 */
final class Exposition {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private byte[] buffer;
  private int length;
  private long series;
  private String family = "";

  Exposition(int expected) {
    this.buffer = new byte[Math.max(1024, expected)];
  }

  /** Begins a family; what follows belongs to it. */
  void family(String name, String type, String help) {
    family = name;
    text("# HELP ").text(name).text(" ").text(help).text("\n# TYPE ").text(name);
    text(" ").text(type).text("\n");
  }

  /** A series of the family. Labels are names and values in turn. */
  void sample(double value, String... labels) {
    series++;
    line("", number(value), labels);
  }

  /** As the other, for what is counted in whole numbers. */
  void sample(long value, String... labels) {
    series++;
    line("", Long.toString(value), labels);
  }

  /** A histogram of the family. */
  void histogram(Histogram histogram, String... labels) {
    series++;
    String[] more = Arrays.copyOf(labels, labels.length + 2);
    more[labels.length] = "le";
    long below = 0;
    for (int i = 0; i < Histogram.BOUNDS.length; i++) {
      below += histogram.counts()[i];
      more[labels.length + 1] = number(Histogram.BOUNDS[i]);
      line("_bucket", Long.toString(below), more);
    }
    more[labels.length + 1] = "+Inf";
    line("_bucket", Long.toString(histogram.count()), more);
    line("_sum", number(histogram.sum()), labels);
    line("_count", Long.toString(histogram.count()), labels);
  }

  /** How many series were written; a histogram counts as one. */
  long series() {
    return series;
  }

  byte[] bytes() {
    return Arrays.copyOf(buffer, length);
  }

  int length() {
    return length;
  }

  private void line(String suffix, String value, String... labels) {
    text(family).text(suffix);
    for (int i = 0; i < labels.length; i += 2) {
      text(i == 0 ? "{" : ",").text(labels[i]).text("=\"").value(labels[i + 1]).text("\"");
    }
    text(labels.length == 0 ? " " : "} ").text(value).text("\n");
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1L << 53
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private Exposition text(String text) {
    return write(text, false);
  }

  private Exposition value(String text) {
    return write(text, true);
  }

  private Exposition write(String text, boolean escaped) {
    room(2 * text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return beyondAscii(text.substring(i), escaped);
      }
      if (escaped && (c == '\\' || c == '"' || c == '\n')) {
        buffer[length++] = '\\';
        c = c == '\n' ? 'n' : c;
      }
      buffer[length++] = (byte) c;
    }
    return this;
  }

  private Exposition beyondAscii(String text, boolean escaped) {
    String safe =
        escaped ? text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") : text;
    byte[] bytes = safe.getBytes(StandardCharsets.UTF_8);
    room(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
    return this;
  }

  private void room(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
