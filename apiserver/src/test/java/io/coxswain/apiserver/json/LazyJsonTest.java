package io.coxswain.apiserver.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A lazy tree is a tree like any other. */
class LazyJsonTest {
  private static final String LONG = "x".repeat(300);

  @Property(tries = 300)
  void readsTheSameAsTheRegularParser(@ForAll("objects") ObjectNode object) {
    byte[] json = Json.bytes(object);

    ObjectNode lazy = LazyJson.tree(json);

    assertThat(LazyJson.isUntouched(lazy)).isTrue();
    assertThat(Json.bytes(lazy)).isEqualTo(json);
    assertThat((JsonNode) lazy).isEqualTo(Json.tree(json));
    assertThat((JsonNode) Json.tree(json)).isEqualTo(LazyJson.tree(json));
    assertThat(lazy.toString()).isEqualTo(Json.tree(json).toString());
    assertThat(Json.yaml(LazyJson.tree(json))).isEqualTo(Json.yaml(Json.tree(json)));
    assertThat(Json.bytes(lazy)).isEqualTo(json);
  }

  @Property(tries = 200)
  void aCopyChangesAlone(@ForAll("objects") ObjectNode object, @ForAll("values") JsonNode value) {
    byte[] json = Json.bytes(object);
    ObjectNode original = LazyJson.tree(json);
    ObjectNode expected = Json.tree(json);

    ObjectNode copy = original.deepCopy();
    change(copy, value);
    change(expected, value);

    assertThat((JsonNode) copy).isEqualTo(expected);
    assertThat(Json.bytes(copy)).isEqualTo(Json.bytes(expected));
    assertThat(Json.bytes(copy.deepCopy())).isEqualTo(Json.bytes(expected));
    assertThat(Json.bytes(original)).isEqualTo(json);
  }

  /** Sets, adds and removes at the first place of each level. */
  private static void change(JsonNode node, JsonNode value) {
    if (node instanceof ObjectNode object) {
      String first = object.isEmpty() ? "" : object.fieldNames().next();
      change(object.path(first), value);
      object.set("added", value.deepCopy());
      object.remove("b");
    } else if (node instanceof ArrayNode array) {
      change(array.path(0), value);
      array.add(value.deepCopy());
      if (array.size() > 3) {
        array.remove(1);
        array.set(0, value.deepCopy());
      }
    }
  }

  @Test
  void knowsUnreadContent() {
    byte[] json =
        ("{\"spec\":{\"a\":\"" + LONG + "\",\"b\":[\"" + LONG + "\"]},\"small\":{\"c\":1}}")
            .getBytes(StandardCharsets.UTF_8);
    ObjectNode one = LazyJson.tree(json);
    ObjectNode two = one.deepCopy();

    assertThat(LazyJson.areSameBytes(one.get("spec"), two.get("spec"))).isTrue();
    assertThat(LazyJson.isUntouched(one)).isFalse();
    assertThat(one.path("spec").path("a").asText()).isEqualTo(LONG);
    assertThat(LazyJson.areSameBytes(one.get("spec"), two.get("spec"))).isFalse();
    assertThat(LazyJson.areSameBytes(one.at("/spec/b"), two.at("/spec/b"))).isTrue();
    assertThat(LazyJson.isUntouched(LazyJson.read(two).get("spec"))).isFalse();
  }

  @Test
  void writesBytesOnlyWhereTheyMayBeCopied() throws Exception {
    byte[] json = ("{\"a\":{\"b\":\"" + LONG + "\"}}").getBytes(StandardCharsets.UTF_8);

    String pretty =
        Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(LazyJson.tree(json));

    assertThat(pretty)
        .isEqualTo(
            Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(Json.tree(json)));
    JsonNode throughTokens = Json.MAPPER.valueToTree(LazyJson.tree(json));
    assertThat(throughTokens).isEqualTo(Json.tree(json));
  }

  @Provide
  Arbitrary<ObjectNode> objects() {
    return members(values(3));
  }

  @Provide
  Arbitrary<JsonNode> values() {
    return values(2);
  }

  private static Arbitrary<JsonNode> values(int depth) {
    if (depth == 0) {
      return scalars();
    }
    Arbitrary<JsonNode> inner = values(depth - 1);
    return Arbitraries.oneOf(
        scalars(),
        members(inner).map(node -> node),
        inner.list().ofMaxSize(4).map(LazyJsonTest::array));
  }

  private static Arbitrary<ObjectNode> members(Arbitrary<JsonNode> values) {
    return Arbitraries.maps(
            Arbitraries.of("a", "b", "c", "ü", "with \"quotes\"", "x".repeat(80), "line\n"), values)
        .ofMaxSize(5)
        .map(
            members -> {
              ObjectNode object = Json.MAPPER.createObjectNode();
              members.forEach(object::set);
              return object;
            });
  }

  private static JsonNode array(java.util.List<JsonNode> items) {
    ArrayNode array = Json.MAPPER.createArrayNode();
    items.forEach(array::add);
    return array;
  }

  private static Arbitrary<JsonNode> scalars() {
    var nodes = Json.MAPPER.getNodeFactory();
    return Arbitraries.of(
        nodes.textNode(""),
        nodes.textNode(LONG),
        nodes.textNode("{\"}]["),
        nodes.textNode("back\\slash \"quoted\" \u0001 \n ü € 😀"),
        nodes.numberNode(0),
        nodes.numberNode(-17),
        nodes.numberNode(Integer.MAX_VALUE),
        nodes.numberNode(Integer.MIN_VALUE),
        nodes.numberNode(Integer.MAX_VALUE + 1L),
        nodes.numberNode(Long.MIN_VALUE),
        nodes.numberNode(999_999_999_999_999_999L),
        nodes.numberNode(new BigInteger("123456789012345678901234567890")),
        nodes.numberNode(1.5),
        nodes.numberNode(-2.5e30),
        nodes.numberNode(new BigDecimal("0.25")),
        nodes.booleanNode(true),
        nodes.booleanNode(false),
        nodes.nullNode());
  }
}
