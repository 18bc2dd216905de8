package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.ListType;
import io.coxswain.api.schema.Schema;
import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches the fields that creators of objects own. These depend on the fields of an object and not
 * on their values, except for values that identify list items; so objects created from one template
 * have equal owned fields, and the result for the first applies to the others. The last few
 * templates are cached if they are small and have a spec; kinds that only contain data, such as
 * Secrets, are not cached.
 */
final class CreatedFields {
  private static final int MAX_COUNT = 24;
  private static final int MAX_TEXT = 16 * 1024;

  private static volatile Created[] known = {};

  private CreatedFields() {}

  /**
   * @param before represents an object that does not exist yet
   */
  private record Created(
      Schema schema,
      String apiVersion,
      FieldSet ignored,
      ObjectNode before,
      ObjectNode object,
      FieldSet fields) {
    boolean fits(Schema schema, String apiVersion, FieldSet ignored, ObjectNode object) {
      return this.schema == schema
          && this.ignored.equals(ignored)
          && this.apiVersion.equals(apiVersion)
          && isAlike(before, this.object, object, schema);
    }
  }

  /**
   * The fields of a new object that its creator owns.
   *
   * @param before supplies the representation of an object that does not exist yet
   * @param fields computes them from that representation
   */
  static FieldSet of(
      Schema schema,
      String apiVersion,
      FieldSet ignored,
      ObjectNode object,
      Supplier<ObjectNode> before,
      Function<ObjectNode, FieldSet> fields) {
    Created[] all = known;
    for (Created each : all) {
      if (each.fits(schema, apiVersion, ignored, object)) {
        return each.fields;
      }
    }
    ObjectNode nothing = before.get();
    FieldSet worked = fields.apply(nothing).written();
    if (object.has("spec") && left(object, MAX_TEXT) >= 0) {
      remember(new Created(schema, apiVersion, ignored, nothing, object.deepCopy(), worked), all);
    }
    return worked;
  }

  /** The remaining size budget after the value; negative if the value is too large. */
  private static int left(JsonNode value, int room) {
    int left = room - (value.isTextual() ? value.textValue().length() : 8);
    var parts = value.iterator();
    while (left >= 0 && parts.hasNext()) {
      left = left(parts.next(), left);
    }
    return left;
  }

  /** Puts the newest first. Of two concurrent entries one is lost, which only costs time. */
  private static void remember(Created created, Created[] before) {
    var all = new Created[Math.min(MAX_COUNT, before.length + 1)];
    all[0] = created;
    System.arraycopy(before, 0, all, 1, all.length - 1);
    known = all;
  }

  /** Whether comparing the given object yields the same fields as comparing the other. */
  private static boolean isAlike(
      @Nullable JsonNode before, JsonNode other, JsonNode given, @Nullable Schema schema) {
    if (other.getNodeType() != given.getNodeType()) {
      return false;
    }
    Shape shape = Shape.of(schema, given);
    if (shape == Shape.MAP && other instanceof ObjectNode a && given instanceof ObjectNode b) {
      return haveAlikeMembers(before, a, b, schema);
    }
    if (shape == Shape.LIST
        && schema != null
        && other instanceof ArrayNode a
        && given instanceof ArrayNode b) {
      return (before == null || before.isEmpty()) && haveAlikeItems(a, b, schema);
    }
    return before == null || TypedValues.same(other, given);
  }

  private static boolean haveAlikeMembers(
      @Nullable JsonNode before, ObjectNode other, ObjectNode given, @Nullable Schema schema) {
    if (other.size() != given.size()) {
      return false;
    }
    var members = given.properties().iterator();
    for (var member : other.properties()) {
      var its = members.next();
      String name = member.getKey();
      if (!name.equals(its.getKey())
          || !isAlike(
              before == null ? null : before.get(name),
              member.getValue(),
              its.getValue(),
              schema == null ? null : schema.field(name))) {
        return false;
      }
    }
    return true;
  }

  private static boolean haveAlikeItems(ArrayNode other, ArrayNode given, Schema schema) {
    if (other.size() != given.size()) {
      return false;
    }
    Iterator<JsonNode> items = given.iterator();
    for (JsonNode item : other) {
      JsonNode its = items.next();
      boolean identified =
          schema.listType() == ListType.MAP ? haveSameKeys(item, its, schema) : item.equals(its);
      if (!identified || !isAlike(null, item, its, schema.items())) {
        return false;
      }
    }
    return true;
  }

  private static boolean haveSameKeys(JsonNode item, JsonNode other, Schema list) {
    for (String key : list.listMapKeys()) {
      if (!item.path(key).equals(other.path(key))) {
        return false;
      }
    }
    return true;
  }
}
