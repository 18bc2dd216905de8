package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The subset of JSONPath that CRDs use: {@code .a.b}, {@code ['a.b']}, {@code [0]}, {@code [-1:]},
 * {@code [*]} and {@code [?(@.type=="Ready")]}.
 */
public final class JsonPath {
  private static final Pattern FILTER =
      Pattern.compile("\\?\\(\\s*@\\.([^=!<>\\s]+)\\s*(==|!=)\\s*(.+?)\\s*\\)");

  private static final Pattern SLICE =
      Pattern.compile("(-?[0-9]{1,9})?:(-?[0-9]{1,9})?(?::([0-9]{1,9}))?");

  private sealed interface Step {}

  private record Child(String name) implements Step {}

  private record Index(int index) implements Step {}

  /** A half-open range; negative positions count from the end. */
  private record Slice(int from, int to, int stride) implements Step {}

  private record All() implements Step {}

  private record Filter(JsonPath path, boolean equal, String value) implements Step {}

  private final List<Step> steps;

  private JsonPath(List<Step> steps) {
    this.steps = steps;
  }

  /** Parses a path; empty if it is not in the subset. */
  public static Optional<JsonPath> parse(String text) {
    String rest =
        text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
    var steps = new ArrayList<Step>();
    int at = rest.startsWith("$") ? 1 : 0;
    while (at < rest.length()) {
      if (rest.charAt(at) == '[') {
        int end = closing(rest, at);
        Optional<Step> step = end < 0 ? Optional.empty() : bracket(rest.substring(at + 1, end));
        if (step.isEmpty()) {
          return Optional.empty();
        }
        steps.add(step.get());
        at = end + 1;
        continue;
      }
      if (rest.charAt(at) == '.') {
        at++;
      }
      var name = new StringBuilder();
      while (at < rest.length() && rest.charAt(at) != '.' && rest.charAt(at) != '[') {
        if (rest.charAt(at) == '\\' && at + 1 < rest.length()) {
          at++;
        }
        name.append(rest.charAt(at++));
      }
      if (name.isEmpty()) {
        if (at < rest.length() && rest.charAt(at) == '[') {
          continue;
        }
        return Optional.empty();
      }
      steps.add(name.toString().equals("*") ? new All() : new Child(name.toString()));
    }
    return Optional.of(new JsonPath(List.copyOf(steps)));
  }

  private static int closing(String text, int open) {
    char quote = 0;
    for (int i = open + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == ']') {
        return i;
      }
    }
    return -1;
  }

  private static Optional<Step> bracket(String inside) {
    if (inside.equals("*")) {
      return Optional.of(new All());
    }
    if (inside.matches("-?[0-9]{1,9}")) {
      return Optional.of(new Index(Integer.parseInt(inside)));
    }
    Matcher slice = SLICE.matcher(inside);
    if (slice.matches()) {
      int stride = number(slice.group(3), 1);
      return stride == 0
          ? Optional.empty()
          : Optional.of(
              new Slice(
                  number(slice.group(1), 0), number(slice.group(2), Integer.MAX_VALUE), stride));
    }
    if (inside.length() > 1 && (inside.startsWith("'") || inside.startsWith("\""))) {
      return Optional.of(new Child(unquote(inside).replace("\\.", ".")));
    }
    Matcher filter = FILTER.matcher(inside);
    if (filter.matches()) {
      return parse("." + filter.group(1))
          .map(path -> new Filter(path, filter.group(2).equals("=="), unquote(filter.group(3))));
    }
    return Optional.empty();
  }

  private static int number(@Nullable String text, int otherwise) {
    return text == null ? otherwise : Integer.parseInt(text);
  }

  private static String unquote(String text) {
    boolean quoted =
        text.length() > 1
            && (text.charAt(0) == '\'' || text.charAt(0) == '"')
            && text.charAt(text.length() - 1) == text.charAt(0);
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /** The first value at the path. */
  public Optional<JsonNode> first(JsonNode root) {
    List<JsonNode> found = List.of(root);
    for (Step step : steps) {
      var next = new ArrayList<JsonNode>();
      for (JsonNode node : found) {
        follow(step, node, next);
      }
      found = next;
    }
    return found.stream().findFirst();
  }

  private static void follow(Step step, JsonNode node, List<JsonNode> out) {
    switch (step) {
      case Child child -> {
        if (node.has(child.name)) {
          out.add(node.get(child.name));
        }
      }
      case Index index -> {
        int at = index.index < 0 ? index.index + node.size() : index.index;
        if (node.isArray() && node.has(at)) {
          out.add(node.get(at));
        }
      }
      case Slice slice -> {
        int from = slice.from < 0 ? Math.max(0, slice.from + node.size()) : slice.from;
        int to = slice.to < 0 ? slice.to + node.size() : Math.min(slice.to, node.size());
        for (int at = from; node.isArray() && at < to; at += slice.stride) {
          out.add(node.get(at));
        }
      }
      case All _ -> node.forEach(out::add);
      case Filter filter -> {
        for (JsonNode item : node) {
          Optional<JsonNode> value = filter.path.first(item);
          if (value.isPresent() && value.get().asText().equals(filter.value) == filter.equal) {
            out.add(item);
          }
        }
      }
    }
  }

  /**
   * Sets the value at a path of plain children, creating the objects on the way.
   *
   * @throws IllegalStateException if the path has other steps
   */
  public void set(ObjectNode root, JsonNode value) {
    ObjectNode node = root;
    for (int i = 0; i < steps.size(); i++) {
      if (!(steps.get(i) instanceof Child child)) {
        throw new IllegalStateException("not a path of fields: " + steps);
      }
      if (i == steps.size() - 1) {
        node.set(child.name, value);
      } else {
        node = node.withObjectProperty(child.name);
      }
    }
  }
}
