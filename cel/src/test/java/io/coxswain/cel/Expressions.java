package io.coxswain.cel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.type.DeclType;
import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.JsonValues;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.MapValue;
import io.coxswain.cel.value.NullValue;
import io.coxswain.cel.value.OptionalValue;
import io.coxswain.cel.value.Texts;
import io.coxswain.cel.value.TypeValue;
import io.coxswain.cel.value.Unsigned;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Evaluates expressions over one object, {@code self}, and prints their values. */
final class Expressions {
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {
        "i": {"type": "integer"}, "d": {"type": "number"}, "s": {"type": "string"},
        "b": {"type": "boolean"}, "when": {"type": "string", "format": "date-time"},
        "span": {"type": "string", "format": "duration"},
        "raw": {"type": "string", "format": "byte"},
        "either": {"x-kubernetes-int-or-string": true},
        "list": {"type": "array", "items": {"type": "string"}},
        "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "keyed": {"type": "array", "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k"],
          "items": {"type": "object", "required": ["k"],
            "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}},
        "map": {"type": "object", "additionalProperties": {"type": "integer"}},
        "inner": {"type": "object",
          "properties": {"x": {"type": "integer"}, "opt": {"type": "string"}}},
        "namespace": {"type": "string"}, "a-b": {"type": "string"}, "x.y/z": {"type": "string"},
        "__u": {"type": "string"}, "absent": {"type": "string"},
        "nothing": {"type": "string", "nullable": true},
        "short": {"type": "string", "maxLength": 10},
        "few": {"type": "array", "maxItems": 5, "items": {"type": "string", "maxLength": 10}}
      }}
      """;
  private static final String OBJECT =
      """
      {"i": 3, "d": 2.5, "s": "héllo", "b": true, "when": "2026-02-03T04:05:06.5Z", "span": "1h30m",
       "raw": "AQID", "either": "10%", "list": ["c", "a", "b"], "set": ["x", "y"],
       "keyed": [{"k": "one", "v": 1}, {"k": "two", "v": 2}], "map": {"m": 1, "n": 2},
       "inner": {"x": 7}, "namespace": "ns", "a-b": "dash", "x.y/z": "odd", "__u": "under",
       "nothing": null, "short": "abc", "few": ["x", "yy"]}
      """;

  private static final Schema SELF = Schema.fromJson(json(SCHEMA));
  private static final Environment ENVIRONMENT =
      Environment.of(Map.of("self", Objects.requireNonNull(DeclType.of("selfType", SELF, false))));

  private Expressions() {}

  private static ObjectNode json(String text) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8), ObjectNode.class);
  }

  static Compilation compile(String expression) {
    return ENVIRONMENT.compile(expression);
  }

  static Program program(String expression) {
    Compilation compilation = compile(expression);
    if (compilation.program() == null) {
      throw new AssertionError(compilation.error());
    }
    return compilation.program();
  }

  static Program.Outcome evaluate(String expression) {
    return program(expression).evaluate(_ -> JsonValues.of(json(OBJECT), SELF));
  }

  /** The value as a literal, or {@code error:} and the message. */
  static String result(String expression) throws EvalException {
    Program.Outcome outcome = evaluate(expression);
    return outcome.value() == null ? "error: " + outcome.error() : text(outcome.value());
  }

  /** The first line of every error, without the position in an excerpt of the source. */
  static String compileErrors(String expression) {
    return String.join(
        " / ",
        compile(expression).error().lines().filter(line -> line.startsWith("ERROR")).toList());
  }

  private static String text(Object value) throws EvalException {
    return switch (value) {
      case String text -> "'" + text + "'";
      case Unsigned number -> number + "u";
      case Double number -> {
        String text = Texts.of(number);
        yield text.matches("-?[0-9]+") ? text + ".0" : text;
      }
      case Bytes bytes -> "b'" + HexFormat.of().formatHex(bytes.array()) + "'";
      case NullValue _ -> "null";
      case Instant _ -> "timestamp(" + Texts.of(value) + ")";
      case Duration _ -> "duration(" + Texts.of(value) + ")";
      case OptionalValue optional ->
          optional.value() == null ? "none" : "optional(" + text(optional.value()) + ")";
      case ListValue list -> {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
          items.add(text(list.get(i)));
        }
        yield items.toString();
      }
      case MapValue map -> {
        List<String> entries = new ArrayList<>();
        for (Object key : map.keys()) {
          Object entry = map.find(key);
          entries.add(text(key) + ": " + (entry == null ? "null" : text(entry)));
        }
        Collections.sort(entries);
        yield "{" + String.join(", ", entries) + "}";
      }
      case TypeValue type -> type.name();
      default -> {
        String text = Texts.convert(value);
        yield text == null ? TypeValue.of(value).name() : text;
      }
    };
  }
}
