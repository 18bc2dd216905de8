package io.coxswain.cel.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object that an expression has constructed by the name of its type, such as {@code
 * Object.spec{replicas: 3}}.
 */
public record ObjectValue(String typeName, Map<String, Object> fields) implements MapValue {

  public ObjectValue {
    fields = new LinkedHashMap<>(fields);
  }

  @Override
  public int size() {
    return fields.size();
  }

  @Override
  public @Nullable Object find(Object key) {
    return key instanceof String name ? fields.get(name) : null;
  }

  @Override
  public List<Object> keys() {
    return new ArrayList<>(fields.keySet());
  }

  /**
   * Checks that the types of nested objects are named after the fields that hold them. Lists and
   * maps in between have no name.
   *
   * @return the mismatches, in upstream's words
   */
  public List<String> misnamed() throws EvalException {
    List<String> problems = new ArrayList<>();
    check(this, typeName, problems);
    return problems;
  }

  private static void check(Object value, String expected, List<String> problems)
      throws EvalException {
    if (value instanceof ObjectValue object) {
      if (!object.typeName.equals(expected)) {
        problems.add(
            "unexpected type name \""
                + object.typeName
                + "\", expected \""
                + expected
                + "\", which matches field name path from root Object type");
      }
      for (var field : object.fields.entrySet()) {
        check(field.getValue(), expected + "." + field.getKey(), problems);
      }
    } else if (value instanceof PlainMap map) {
      for (Object item : map.entries().values()) {
        check(item, expected, problems);
      }
    } else if (value instanceof ListValue list && !(value instanceof JsonList)) {
      for (int i = 0; i < list.size(); i++) {
        check(list.get(i), expected, problems);
      }
    }
  }
}
