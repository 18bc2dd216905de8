package io.coxswain.api.protobuf;

import io.coxswain.api.catalogue.CatalogueType;
import io.coxswain.api.catalogue.TypeCatalogue;
import io.coxswain.api.catalogue.TypeField;
import io.coxswain.api.catalogue.TypeRef;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the built-in kinds, derived from {@link TypeCatalogue}. A message is derived when
 * it is first needed.
 */
public final class Messages {
  /** Go's types, and messages that stand for one JSON value: the codecs know them by a letter. */
  private static final Map<String, String> LETTERS =
      Map.ofEntries(
          Map.entry("string", "s"),
          Map.entry("int32", "i"),
          Map.entry("int64", "l"),
          Map.entry("float64", "n"),
          Map.entry("bool", "b"),
          Map.entry("bytes", "y"),
          Map.entry("resource.Quantity", "q"),
          Map.entry("intstr.IntOrString", "x"),
          Map.entry("meta.v1.Time", "t"),
          Map.entry("meta.v1.MicroTime", "u"),
          Map.entry("meta.v1.FieldsV1", "r"),
          Map.entry("runtime.RawExtension", "r"),
          Map.entry("apiextensions.v1.JSON", "r"),
          Map.entry("apiextensions.v1.JSONSchemaPropsOrArray", "A"),
          Map.entry("apiextensions.v1.JSONSchemaPropsOrBool", "B"),
          Map.entry("apiextensions.v1.JSONSchemaPropsOrStringArray", "C"));

  private static final Map<String, Message> MESSAGES = new ConcurrentHashMap<>();

  private Messages() {}

  /**
   * One message.
   *
   * @param fields the fields by number
   * @param descending the same, the highest number first
   */
  public record Message(Map<Integer, Field> fields, List<NumberedField> descending) {
    static Message of(Map<Integer, Field> fields) {
      return new Message(
          fields,
          fields.entrySet().stream()
              .map(e -> new NumberedField(e.getKey(), e.getValue()))
              .sorted(Comparator.comparingInt(NumberedField::number).reversed())
              .toList());
    }
  }

  /** A field with its number. */
  public record NumberedField(int number, Field field) {}

  /**
   * @param json the name in JSON; {@code >} for none
   * @param shape {@code [} for a list, <code>{</code> for a map, blank for one value
   * @param type a letter or the name of a message
   * @param pointer whether zero is a value
   * @param written whether JSON has the field even without a value
   */
  public record Field(String json, char shape, String type, boolean pointer, boolean written) {
    /** Whether it is an embedded struct, whose fields belong to this message. */
    public boolean inline() {
      return json.equals(">");
    }
  }

  /** The message of a type; null if the catalogue has none. */
  public static @Nullable Message find(String name) {
    Message known = MESSAGES.get(name);
    if (known != null) {
      return known;
    }
    CatalogueType type = TypeCatalogue.find(name);
    if (type == null || !hasNumbers(type)) {
      return null;
    }
    return MESSAGES.computeIfAbsent(name, _ -> read(type));
  }

  /** Like {@link #find}, for a message that another one refers to. */
  public static Message named(String type) {
    Message message = find(type);
    if (message == null) {
      throw new IllegalStateException("the catalogue has no message " + type);
    }
    return message;
  }

  /** Lists are written field by field and have no message. */
  private static boolean hasNumbers(CatalogueType type) {
    List<TypeField> fields = type.fields();
    return fields.isEmpty() || fields.stream().anyMatch(field -> field.number() > 0);
  }

  private static Message read(CatalogueType type) {
    var fields = new HashMap<Integer, Field>();
    for (TypeField field : type.fields()) {
      if (field.number() > 0) {
        fields.put(field.number(), field(field));
      }
    }
    return Message.of(fields);
  }

  private static Field field(TypeField field) {
    String json = field.embedded() ? ">" : field.json();
    return switch (isWrapper(field.type()) ? field.type() : field.type().unnamed()) {
      case TypeRef.ListOf(TypeRef items) ->
          new Field(json, '[', letter(items), field.pointer(), field.written());
      case TypeRef.MapOf(TypeRef values) ->
          new Field(json, '{', letter(values), field.pointer(), field.written());
      case TypeRef type -> new Field(json, ' ', letter(type), field.pointer(), field.written());
    };
  }

  /** Whether the type is a named list of strings, which is a message with one field. */
  private static boolean isWrapper(TypeRef type) {
    return type instanceof TypeRef.Named named
        && named.underlying().equals(new TypeRef.ListOf(new TypeRef.Scalar("string")));
  }

  /** The letter of a value, or the name of a message. */
  private static String letter(TypeRef type) {
    if (isWrapper(type)) {
      return "v";
    }
    return switch (type.unnamed()) {
      case TypeRef.Scalar(String name) -> LETTERS.getOrDefault(name, name);
      case TypeRef.Struct(String name) -> LETTERS.getOrDefault(name, name);
      case TypeRef nested -> throw new IllegalStateException("no message has a field of " + nested);
    };
  }
}
