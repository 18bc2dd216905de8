package io.coxswain.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Iterator;

/**
 * Semantic equality of JSON: ignores the order of members, the difference between absent and empty
 * maps or lists, and the Java type of numbers.
 */
public final class SameJson {
  public static final JsonNode ABSENT = MissingNode.getInstance();

  private SameJson() {}

  public static boolean same(JsonNode a, JsonNode b) {
    if (isEmpty(a) || isEmpty(b)) {
      return isEmpty(a) && isEmpty(b);
    }
    if (a.isObject() && b.isObject()) {
      return sameMembers(a, b);
    }
    if (a.isArray() && b.isArray()) {
      return sameItems(a, b);
    }
    if (a.isNumber() && b.isNumber()) {
      return a.decimalValue().compareTo(b.decimalValue()) == 0;
    }
    return a.equals(b);
  }

  /** Equality as stored: an absent member differs from an empty one. */
  public static boolean identical(JsonNode a, JsonNode b) {
    return a.equals(
        (x, y) ->
            x.isNumber() && y.isNumber()
                ? x.decimalValue().compareTo(y.decimalValue())
                : (x.equals(y) ? 0 : 1),
        b);
  }

  /** Visits each pair once: twice at each level would take exponential time in a deep schema. */
  private static boolean sameMembers(JsonNode a, JsonNode b) {
    for (var member : a.properties()) {
      if (!same(member.getValue(), b.path(member.getKey()))) {
        return false;
      }
    }
    for (var member : b.properties()) {
      if (!a.has(member.getKey()) && !isEmpty(member.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameItems(JsonNode a, JsonNode b) {
    if (a.size() != b.size()) {
      return false;
    }
    Iterator<JsonNode> others = b.iterator();
    for (JsonNode item : a) {
      JsonNode other = others.next();
      boolean equal =
          (item.isContainerNode() && other.isContainerNode())
              ? same(item, other)
              : identical(item, other);
      if (!equal) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEmpty(JsonNode node) {
    return node.isMissingNode() || node.isNull() || (node.isContainerNode() && node.isEmpty());
  }
}
