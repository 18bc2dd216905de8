package io.coxswain.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.SameJson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field of a validated object: its value, which may be absent, and its path. Rules add their
 * errors to a shared list and return this field, so that they can be chained.
 */
public final class Field {
  private final JsonNode value;

  /** The parent field: paths are built only for errors. */
  private final @Nullable Field above;

  private final String step;
  private final String key;
  private final List<FieldError> errors;

  private Field(
      JsonNode value, @Nullable Field above, String step, String key, List<FieldError> errors) {
    this.value = value;
    this.above = above;
    this.step = step;
    this.key = key;
    this.errors = errors;
  }

  /** The whole object; errors are added to the list. */
  public static Field of(JsonNode object, List<FieldError> errors) {
    return new Field(object, null, "", "", errors);
  }

  public static Field of(JsonNode value, String path, List<FieldError> errors) {
    return new Field(value, null, path, path.substring(path.lastIndexOf('.') + 1), errors);
  }

  // Finding the way

  /** The field below; names may be joined by dots. */
  public Field get(String name) {
    Field field = this;
    int start = 0;
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', start)) {
      field = field.child(name.substring(start, dot));
      start = dot + 1;
    }
    return field.child(start == 0 ? name : name.substring(start));
  }

  private Field child(String name) {
    return new Field(value.path(name), this, name, name, errors);
  }

  /** The elements of a list. */
  public List<Field> items() {
    var items = new ArrayList<Field>();
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        items.add(new Field(value.get(i), this, "[" + i + "]", key, errors));
      }
    }
    return items;
  }

  /** The entries of a map, by key. */
  public List<Field> entries() {
    var sorted = new TreeMap<String, Field>();
    if (value.isObject()) {
      for (var entry : value.properties()) {
        sorted.put(entry.getKey(), entry(entry.getKey()));
      }
    }
    return List.copyOf(sorted.values());
  }

  /** The entry of a map, which may be absent. */
  public Field entry(String name) {
    return new Field(value.path(name), this, "[" + name + "]", name, errors);
  }

  /** The same path with another value. */
  public Field with(JsonNode other) {
    return new Field(other, above, step, key, errors);
  }

  public Field with(String other) {
    return with(TextNode.valueOf(other));
  }

  /** The same value with another path: upstream reports some fields at unexpected paths. */
  public Field at(String otherPath) {
    return new Field(value, null, otherPath, key, errors);
  }

  /** With zero instead of an absent value. */
  public Field orZero() {
    return isSet() ? this : with(IntNode.valueOf(0));
  }

  /** With the empty text instead of an absent value. */
  public Field orEmpty() {
    return isSet() ? this : with("");
  }

  /** The same path and value, without reporting errors. */
  public Field silent() {
    return new Field(value, above, step, key, new ArrayList<>());
  }

  // Looking

  public JsonNode node() {
    return value;
  }

  public String path() {
    if (above == null) {
      return step;
    }
    String before = above.path();
    return before.isEmpty() || step.startsWith("[") ? before + step : before + "." + step;
  }

  /** The name of the field, or the key of the entry. */
  public String key() {
    return key;
  }

  /** The list of errors. */
  public List<FieldError> errors() {
    return errors;
  }

  /** Neither absent nor null. */
  public boolean isSet() {
    return !value.isMissingNode() && !value.isNull();
  }

  /** Absent, null, or empty: "", [] and {}. */
  public boolean isEmpty() {
    return !isSet()
        || (value.isTextual() && value.textValue().isEmpty())
        || (value.isContainerNode() && value.isEmpty());
  }

  public boolean has(String name) {
    return get(name).isSet();
  }

  public String text() {
    return value.asText("");
  }

  public String text(String name) {
    return get(name).text();
  }

  public boolean is(String text) {
    return text().equals(text);
  }

  public long number() {
    return value.asLong(0);
  }

  public boolean isTrue() {
    return value.asBoolean(false);
  }

  public int size() {
    return value.size();
  }

  // Saying what is wrong

  public void error(FieldError error) {
    errors.add(error);
  }

  public void required(String detail) {
    errors.add(FieldError.required(path(), detail));
  }

  public void required() {
    required("");
  }

  public void invalid(String detail) {
    errors.add(FieldError.invalid(path(), shown(), detail));
  }

  /** Reports another value than the field's. */
  public void invalid(JsonNode shown, String detail) {
    errors.add(FieldError.invalid(path(), shown, detail));
  }

  public void invalid(String shown, String detail) {
    errors.add(FieldError.invalid(path(), shown, detail));
  }

  /** Reports the value in the form of upstream's internal type. */
  public void invalidAs(String type, String detail) {
    invalid(InternalForm.of(type, value), detail);
  }

  /** Reports the error without the value. */
  public void invalidOmitted(String detail) {
    errors.add(FieldError.invalid(path(), detail));
  }

  public void forbidden(String detail) {
    errors.add(FieldError.forbidden(path(), detail));
  }

  public void unsupported(Collection<String> supported) {
    errors.add(FieldError.notSupported(path(), shown(), List.copyOf(supported)));
  }

  public void unsupported(String... supported) {
    unsupported(List.of(supported));
  }

  public void duplicate() {
    errors.add(FieldError.duplicate(path(), shown()));
  }

  public void notFound() {
    errors.add(FieldError.notFound(path(), shown()));
  }

  public void notFound(String detail) {
    FieldError plain = FieldError.notFound(path(), shown());
    errors.add(new FieldError(plain.reason(), path(), plain.message() + ": " + detail));
  }

  public void tooLong(int most) {
    errors.add(FieldError.tooLong(path(), most));
  }

  public void tooMany(int most) {
    errors.add(FieldError.tooMany(path(), value.size(), most));
  }

  private JsonNode shown() {
    return isSet() ? value : value.isMissingNode() ? NullNode.instance : value;
  }

  // Rules

  /** Must be set and not empty; returns whether it is. */
  public boolean isGiven() {
    return isGiven("");
  }

  public boolean isGiven(String detail) {
    if (isEmpty()) {
      required(detail);
      return false;
    }
    return true;
  }

  /** One of the texts; an absent value counts as empty. */
  public Field oneOf(Collection<String> supported) {
    if (!supported.contains(text())) {
      with(text()).unsupported(supported);
    }
    return this;
  }

  /** Absent, or one of the texts. */
  public Field oneOfIfSet(Collection<String> supported) {
    return isSet() ? oneOf(supported) : this;
  }

  /** Set, and one of the texts. */
  public Field givenOneOf(Collection<String> supported) {
    return isGiven() ? oneOf(supported) : this;
  }

  /** Set, and in the format. */
  public Field given(Function<String, List<String>> format) {
    return isGiven() ? matches(format) : this;
  }

  /** Empty, or in the format. */
  public Field matchesIfGiven(Function<String, List<String>> format) {
    return isEmpty() ? this : matches(format);
  }

  /** Reports each violation of the format. */
  public Field matches(Function<String, List<String>> format) {
    for (String problem : format.apply(text())) {
      with(text()).invalid(problem);
    }
    return this;
  }

  public Field nonNegative() {
    return atLeast(0);
  }

  public Field atLeast(long least) {
    if (value.isNumber() && number() < least) {
      invalid("must be greater than or equal to " + least);
    }
    return this;
  }

  public Field positive() {
    if (value.isNumber() && number() <= 0) {
      invalid("must be greater than 0");
    }
    return this;
  }

  /** Like {@link #positive}, with the message that upstream uses for other fields. */
  public Field aboveZero() {
    if (!isSet() || number() <= 0) {
      orZero().invalid("must be greater than zero");
    }
    return this;
  }

  public Field between(long least, long most) {
    if (value.isNumber() && (number() < least || number() > most)) {
      invalid("must be between " + least + " and " + most + ", inclusive");
    }
    return this;
  }

  /** Must equal the previous value; reports the new one. */
  public Field unchangedFrom(JsonNode before) {
    if (!SameJson.same(value, before)) {
      invalid("field is immutable");
    }
    return this;
  }

  /** Like {@link #unchangedFrom(JsonNode)}, reported in the form of upstream's internal type. */
  public Field unchangedFrom(JsonNode before, String type) {
    if (!SameJson.same(value, before)) {
      invalidAs(type, "field is immutable");
    }
    return this;
  }

  /** Must not be in the collection; is added to it. */
  public Field notAmong(Collection<String> seen) {
    if (seen.contains(text())) {
      duplicate();
    } else {
      seen.add(text());
    }
    return this;
  }

  @Override
  public String toString() {
    return path() + "=" + (value instanceof MissingNode ? "absent" : value);
  }
}
