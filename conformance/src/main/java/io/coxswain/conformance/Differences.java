package io.coxswain.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The differences between two JSON values, one line each. */
public final class Differences {
  private static final int SHOWN = 160;

  private final Set<String> ignored;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param ignored names of fields that are not compared
   */
  public Differences(Set<String> ignored) {
    this.ignored = ignored;
  }

  public List<String> lines() {
    return lines;
  }

  void add(String line) {
    lines.add(line);
  }

  public void compare(String path, JsonNode want, JsonNode got) {
    if (want instanceof ObjectNode && got instanceof ObjectNode) {
      var names = new TreeSet<String>();
      want.fieldNames().forEachRemaining(names::add);
      got.fieldNames().forEachRemaining(names::add);
      names.removeAll(ignored);
      names.forEach(name -> compare(path + "/" + name, want.path(name), got.path(name)));
    } else if (want instanceof ArrayNode && got instanceof ArrayNode) {
      if (want.size() != got.size()) {
        lines.add(path + ": " + got.size() + " items, want " + want.size());
      }
      for (int i = 0; i < Math.min(want.size(), got.size()); i++) {
        compare(path + "/" + i, want.get(i), got.get(i));
      }
    } else if (got.isMissingNode()) {
      lines.add(path + ": missing, want " + cut(want));
    } else if (want.isMissingNode()) {
      lines.add(path + ": not expected, got " + cut(got));
    } else if (!same(want, got)) {
      lines.add(path + ": got " + cut(got) + ", want " + cut(want));
    }
  }

  private static boolean same(JsonNode want, JsonNode got) {
    return (want.isNumber() && got.isNumber())
        ? want.decimalValue().compareTo(got.decimalValue()) == 0
        : want.equals(got);
  }

  private static String cut(JsonNode value) {
    String text = value.toString();
    return text.length() > SHOWN ? text.substring(0, SHOWN) : text;
  }
}
