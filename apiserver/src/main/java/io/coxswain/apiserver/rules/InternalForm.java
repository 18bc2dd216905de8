package io.coxswain.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.api.catalogue.TypeCatalogue;
import io.coxswain.api.catalogue.TypeRef;
import io.coxswain.apiserver.rules.InternalMembers.Member;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The form of values inside upstream's server, which its messages print: every field, in the order
 * of declaration, under its name in Go.
 */
public final class InternalForm {
  private static final List<String> OF_THE_HOST =
      List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

  private InternalForm() {}

  /**
   * The value in its internal form.
   *
   * @param type as in Go, such as {@code core.PodSpec}, {@code *batch.SuccessPolicy}, {@code
   *     []core.Container} or {@code map[string]string}
   */
  public static JsonNode of(String type, JsonNode value) {
    boolean pointer = type.startsWith("*");
    return of(reference(type), pointer, value);
  }

  private static TypeRef reference(String type) {
    return TypeCatalogue.reference(type.startsWith("*") ? type.substring(1) : type, "");
  }

  private static JsonNode of(TypeRef type, boolean pointer, JsonNode value) {
    boolean absent = isAbsent(value);
    if (absent && pointer) {
      return NullNode.instance;
    }
    return switch (type) {
      case TypeRef.Scalar(String name) -> absent ? zero(name) : value;
      case TypeRef.ListOf(TypeRef items) -> absent ? NullNode.instance : list(items, value);
      case TypeRef.MapOf(TypeRef values) ->
          absent ? NullNode.instance : sorted(value, inside -> of(values, false, inside));
      case TypeRef.Named(_, TypeRef underlying) -> of(underlying, pointer, value);
      case TypeRef.Struct(String name) -> struct(InternalMembers.internal(name), value);
    };
  }

  /** The inverse: the value in JSON, without empty fields. */
  public static JsonNode from(String type, JsonNode internal) {
    return from(reference(type), internal);
  }

  private static JsonNode from(TypeRef type, JsonNode internal) {
    if (isAbsent(internal)) {
      return NullNode.instance;
    }
    return switch (type.unnamed()) {
      case TypeRef.ListOf(TypeRef items) -> {
        ArrayNode list = Json.MAPPER.createArrayNode();
        internal.forEach(item -> list.add(from(items, item)));
        yield list;
      }
      case TypeRef.Struct(String name) -> structFrom(InternalMembers.internal(name), internal);
      default -> internal;
    };
  }

  private static JsonNode structFrom(String type, JsonNode internal) {
    List<Member> members = InternalMembers.find(type);
    if (members == null) {
      return internal;
    }
    ObjectNode struct = Json.MAPPER.createObjectNode();
    for (Member member : members) {
      JsonNode inside = from(member.field().type(), internal.path(member.shown()));
      if (!inside.isNull()) {
        struct.set(member.field().json(), inside);
      }
    }
    return struct;
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static JsonNode zero(String scalar) {
    return switch (scalar) {
      case "string" -> TextNode.valueOf("");
      case "bool" -> BooleanNode.FALSE;
      case "bytes" -> NullNode.instance;
      default -> IntNode.valueOf(0);
    };
  }

  /** A struct that stands for one value, or one that the catalogue does not know. */
  private static JsonNode opaque(String type, JsonNode value) {
    if (!isAbsent(value)) {
      return value;
    }
    return switch (type) {
      case "resource.Quantity" -> TextNode.valueOf("0");
      case "intstr.IntOrString" -> IntNode.valueOf(0);
      case "meta.Time", "meta.MicroTime", "meta.Duration" -> NullNode.instance;
      default -> Json.MAPPER.createObjectNode();
    };
  }

  private static ArrayNode list(TypeRef items, JsonNode value) {
    ArrayNode list = Json.MAPPER.createArrayNode();
    value.forEach(item -> list.add(of(items, false, item)));
    return list;
  }

  /** Go writes maps sorted by key. */
  private static ObjectNode sorted(JsonNode value, UnaryOperator<JsonNode> form) {
    var sorted = new TreeMap<String, JsonNode>();
    value.properties().forEach(e -> sorted.put(e.getKey(), form.apply(e.getValue())));
    ObjectNode map = Json.MAPPER.createObjectNode();
    map.setAll(sorted);
    return map;
  }

  private static JsonNode struct(String type, JsonNode given) {
    List<Member> members = InternalMembers.find(type);
    if (members == null) {
      return opaque(type, given);
    }
    JsonNode value = type.equals("core.PodSpec") ? hostInSecurityContext(given) : given;
    ObjectNode struct = Json.MAPPER.createObjectNode();
    for (Member member : members) {
      if (member.isMetadata()) {
        value
            .path("metadata")
            .properties()
            .forEach(e -> struct.set(e.getKey(), metadata(e.getValue())));
        continue;
      }
      JsonNode inside =
          of(member.field().type(), member.field().pointer(), value.path(member.field().json()));
      if (!member.omittedIfEmpty() || !isEmpty(inside)) {
        struct.set(member.shown(), inside);
      }
    }
    return struct;
  }

  private static JsonNode metadata(JsonNode value) {
    return value.isObject() ? sorted(value, UnaryOperator.identity()) : value;
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isTextual() && value.textValue().isEmpty());
  }

  /** Internally, the host namespaces of a pod belong to its security context. */
  private static JsonNode hostInSecurityContext(JsonNode spec) {
    if (!(spec instanceof ObjectNode)) {
      return spec;
    }
    ObjectNode copy = spec.deepCopy();
    ObjectNode context = copy.withObject("/securityContext");
    for (String field : OF_THE_HOST) {
      if (copy.has(field)) {
        context.set(field, copy.get(field));
      }
    }
    return copy;
  }
}
