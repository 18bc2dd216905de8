package io.coxswain.apiserver.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.scanner.ScannerException;

/** Formats syntax errors like Go's parser. Both parsers descend from PyYAML. */
final class GoMessages {
  private static final Pattern ALIAS = Pattern.compile("found undefined alias (.*)");

  /** Parts of SnakeYAML's messages and Go's equivalents; the first match counts. */
  private static final List<List<String>> WORDS =
      List.of(
          List.of(
              "mapping values are not allowed here",
              "mapping values are not allowed in this context"),
          List.of(
              "mapping keys are not allowed here", "mapping keys are not allowed in this context"),
          List.of(
              "sequence entries are not allowed here",
              "block sequence entries are not allowed in this context"),
          List.of("that cannot start any token", "found character that cannot start any token"),
          List.of("expected ',' or ']'", "did not find expected ',' or ']'"),
          List.of("expected ',' or '}'", "did not find expected ',' or '}'"),
          List.of("the node content", "did not find expected node content"),
          List.of("found unknown escape character", "found unknown escape character"),
          List.of("found incompatible YAML document", "found incompatible YAML document"),
          List.of("expected '<document start>'", "did not find expected <document start>"),
          List.of("could not find expected ':'", "could not find expected ':'"),
          List.of("Nesting Depth exceeded", "exceeded max depth of 10000"));

  private GoMessages() {}

  static String of(YAMLException e) {
    if (e instanceof ReaderException) {
      return "control characters are not allowed";
    }
    if (!(e instanceof MarkedYAMLException marked)) {
      return words(String.valueOf(e.getMessage()), "");
    }
    String problem = marked.getProblem() == null ? "" : marked.getProblem();
    Matcher alias = ALIAS.matcher(problem);
    if (alias.matches()) {
      return "unknown anchor '" + alias.group(1) + "' referenced";
    }
    return where(marked) + words(problem, marked.getContext() == null ? "" : marked.getContext());
  }

  private static String words(String problem, String context) {
    if (problem.startsWith("expected <block end>")) {
      return context.contains("mapping")
          ? "did not find expected key"
          : "did not find expected '-' indicator";
    }
    for (List<String> pair : WORDS) {
      if (problem.contains(pair.getFirst())) {
        return pair.getLast();
      }
    }
    return problem;
  }

  /**
   * The line as Go counts it: the first line is not mentioned, and the others are not always exact.
   */
  private static String where(MarkedYAMLException e) {
    int line = line(e.getContextMark());
    if (line == 0) {
      line = line(e.getProblemMark());
      // The end of the text counts as a separate line once tokens are being parsed.
      if (!(e instanceof ScannerException) && atEnd(e.getProblemMark())) {
        line++;
      }
    }
    if (line == 0) {
      return "";
    }
    return "line " + (e instanceof ScannerException ? line + 1 : line) + ": ";
  }

  private static int line(@Nullable Mark mark) {
    return mark == null ? 0 : mark.getLine();
  }

  private static boolean atEnd(@Nullable Mark mark) {
    return mark != null && mark.getColumn() > 0 && mark.getPointer() >= mark.getBuffer().length;
  }

  /** A value as Go prints it with {@code %#v}. */
  static String goValue(JsonNode value) {
    if (value.isArray()) {
      var items = new StringJoiner(", ", "[]interface {}{", "}");
      value.forEach(item -> items.add(goValue(item)));
      return items.toString();
    }
    if (value.isObject()) {
      var fields = new StringJoiner(", ", "map[interface {}]interface {}{", "}");
      value.properties().forEach(e -> fields.add('"' + e.getKey() + "\":" + goValue(e.getValue())));
      return fields.toString();
    }
    return value.isNull() ? "interface {}(nil)" : value.toString();
  }
}
