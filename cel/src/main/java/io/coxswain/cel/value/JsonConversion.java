package io.coxswain.cel.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** Converts values of expressions to JSON. */
public final class JsonConversion {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonConversion() {}

  /**
   * A new tree for the value; trees of the variables are copied.
   *
   * @throws EvalException if JSON has nothing for the value, such as a type
   */
  public static JsonNode tree(Object value) throws EvalException {
    return switch (value) {
      case NullValue _ -> NODES.nullNode();
      case Boolean flag -> NODES.booleanNode(flag);
      case Long number -> NODES.numberNode(number);
      case Unsigned number -> NODES.numberNode(new BigInteger(number.toString()));
      case Double number -> NODES.numberNode(number);
      case String text -> NODES.textNode(text);
      case Bytes bytes -> NODES.textNode(Base64.getEncoder().encodeToString(bytes.array()));
      case Instant _, Duration _ -> NODES.textNode(Texts.of(value));
      case JsonObject object -> object.tree().deepCopy();
      case MapValue map -> object(map);
      case ListValue list -> array(list);
      default ->
          throw new EvalException(
              "unsupported conversion of type " + TypeValue.of(value).name() + " to JSON");
    };
  }

  private static ObjectNode object(MapValue map) throws EvalException {
    ObjectNode object = NODES.objectNode();
    for (Object key : map.keys()) {
      if (!(key instanceof String name)) {
        throw new EvalException("map key is of type " + TypeValue.of(key).name() + ", not string");
      }
      Object value = map.find(key);
      object.set(name, value == null ? NODES.nullNode() : tree(value));
    }
    return object;
  }

  private static ArrayNode array(ListValue list) throws EvalException {
    ArrayNode array = NODES.arrayNode();
    for (int i = 0; i < list.size(); i++) {
      array.add(tree(list.get(i)));
    }
    return array;
  }
}
