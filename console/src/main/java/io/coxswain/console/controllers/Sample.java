package io.coxswain.console.controllers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A sample of a metric. */
public record Sample(String name, SortedMap<String, String> labels, double value) {
  private static final int MAX_COUNT = 200_000;

  public String label(String key) {
    return labels.getOrDefault(key, "");
  }

  /** The samples of a page in the Prometheus text format; lines that are none are skipped. */
  public static List<Sample> parse(byte[] page) {
    var samples = new ArrayList<Sample>();
    new String(page, StandardCharsets.UTF_8)
        .lines()
        .limit(MAX_COUNT)
        .forEach(
            line -> {
              Sample sample = line.isEmpty() || line.startsWith("#") ? null : parseLine(line);
              if (sample != null) {
                samples.add(sample);
              }
            });
    return samples;
  }

  private static @Nullable Sample parseLine(String line) {
    int brace = line.indexOf('{');
    int space = line.indexOf(' ');
    var labels = new TreeMap<String, String>();
    int rest = space;
    String name;
    if (brace >= 0 && (space < 0 || brace < space)) {
      name = line.substring(0, brace);
      rest = readLabels(line, brace + 1, labels);
    } else {
      name = space < 0 ? "" : line.substring(0, space);
    }
    if (name.isEmpty() || rest < 0 || rest >= line.length()) {
      return null;
    }
    try {
      String value = line.substring(rest).strip().split(" ")[0];
      return new Sample(
          name,
          labels,
          value.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(value));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Reads labels up to the closing brace; returns where the value begins, or -1. */
  private static int readLabels(String line, int from, SortedMap<String, String> labels) {
    int at = from;
    while (at < line.length() && line.charAt(at) != '}') {
      int equals = line.indexOf("=\"", at);
      if (equals < 0) {
        return -1;
      }
      String key = line.substring(at, equals);
      var value = new StringBuilder();
      at = equals + 2;
      while (at < line.length() && line.charAt(at) != '"') {
        char c = line.charAt(at);
        if (c == '\\' && at + 1 < line.length()) {
          at++;
          c = line.charAt(at) == 'n' ? '\n' : line.charAt(at);
        }
        value.append(c);
        at++;
      }
      labels.put(key, value.toString());
      at++;
      if (at < line.length() && line.charAt(at) == ',') {
        at++;
      }
    }
    return at < line.length() ? at + 1 : -1;
  }
}
