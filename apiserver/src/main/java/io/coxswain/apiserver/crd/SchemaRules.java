package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.schema.ListType;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.type.DeclType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The CEL rules of a schema, collected and compiled when first needed. Only the parts of an object
 * that have rules, or contain parts that do, are visited.
 */
public final class SchemaRules {
  private final Schema schema;
  private final boolean present;
  private volatile @Nullable Part root;

  private SchemaRules(Schema schema) {
    this.schema = schema;
    this.present = isRuled(schema);
  }

  /** The rules of whole objects of a custom kind. */
  public static SchemaRules of(Schema schema) {
    return new SchemaRules(schema);
  }

  /** Whether there are any rules. */
  public boolean present() {
    return present;
  }

  /** A node of the schema with rules at or below it. */
  private static final class Part {
    private final Schema schema;
    private final boolean resource;
    private final Map<String, Part> properties = new LinkedHashMap<>();

    /** The items of a list, or the values of a map. */
    private final @Nullable Part items;

    private volatile @Nullable List<CompiledRule> rules;

    Part(Schema schema, boolean resource) {
      this.schema = schema;
      this.resource = resource;
      for (var property : schema.properties().entrySet()) {
        Schema inside = property.getValue();
        if (inside.typeName().isEmpty() && isRuled(inside)) {
          properties.put(property.getKey(), new Part(inside, inside.embeddedResource()));
        }
      }
      Schema within = schema.items() != null ? schema.items() : schema.additionalProperties();
      this.items =
          within != null && isRuled(within) ? new Part(within, within.embeddedResource()) : null;
    }

    /** Compiled when the first object has a value here; many rules are never evaluated. */
    List<CompiledRule> rules() {
      List<CompiledRule> compiled = rules;
      if (compiled == null) {
        DeclType type = schema.rules().isEmpty() ? null : DeclType.of("selfType", schema, resource);
        compiled = type == null ? List.of() : CompiledRule.all(schema, type);
        rules = compiled;
      }
      return compiled;
    }
  }

  private static boolean isRuled(Schema schema) {
    return !schema.rules().isEmpty()
        || schema.properties().values().stream().anyMatch(p -> p.typeName().isEmpty() && isRuled(p))
        || (schema.items() != null && isRuled(schema.items()))
        || (schema.additionalProperties() != null && isRuled(schema.additionalProperties()));
  }

  /**
   * Validates an object.
   *
   * @param before as stored; null on create
   * @param errors receives the failures
   * @param warnings receives the failures of unchanged parts
   */
  public void check(
      ObjectNode object,
      @Nullable ObjectNode before,
      List<FieldError> errors,
      List<String> warnings) {
    if (!present) {
      return;
    }
    Part part = root;
    if (part == null) {
      part = new Part(schema, true);
      root = part;
    }
    var run = new RuleRun(errors, warnings);
    check("", object, before, part, Correlation.root(object, before, schema), run);
  }

  /** Validates a separate value, such as a default. */
  static void checkValue(
      String path,
      JsonNode value,
      @Nullable JsonNode before,
      Schema schema,
      boolean resource,
      List<FieldError> errors) {
    if (isRuled(schema)) {
      check(
          path,
          value,
          before,
          new Part(schema, resource),
          Correlation.NONE,
          new RuleRun(errors, new java.util.ArrayList<>()));
    }
  }

  private static void check(
      String path,
      JsonNode value,
      @Nullable JsonNode before,
      Part part,
      Correlation correlation,
      RuleRun run) {
    if (value.isNull() || value.isMissingNode()) {
      return;
    }
    run.evaluate(path, value, before, part.schema, part.rules(), correlation);
    if (value instanceof ArrayNode list && part.items != null) {
      for (int i = 0; i < list.size() && !run.exhausted(); i++) {
        JsonNode was = oldItem(list.get(i), before, part.schema);
        check(path + "[" + i + "]", list.get(i), was, part.items, correlation.index(i), run);
      }
    } else if (value instanceof ObjectNode object) {
      for (var field : object.properties()) {
        boolean declared = part.properties.containsKey(field.getKey());
        Part inside =
            declared
                ? part.properties.get(field.getKey())
                : part.schema.properties().containsKey(field.getKey()) ? null : part.items;
        if (inside != null && !run.exhausted()) {
          String child =
              declared
                  ? (path.isEmpty() ? "" : path + ".") + field.getKey()
                  : path + "[" + field.getKey() + "]";
          JsonNode was = before instanceof ObjectNode old ? old.get(field.getKey()) : null;
          check(child, field.getValue(), was, inside, correlation.key(field.getKey()), run);
        }
      }
    }
  }

  /** Items of keyed lists are correlated by key; items of other lists cannot be correlated. */
  private static @Nullable JsonNode oldItem(
      JsonNode item, @Nullable JsonNode before, Schema schema) {
    if (schema.listType() != ListType.MAP || before == null) {
      return null;
    }
    for (JsonNode old : before) {
      if (Correlation.sameKey(item, old, schema)) {
        return old;
      }
    }
    return null;
  }
}
