package io.coxswain.apiserver.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import java.time.Instant;
import java.util.List;

/** What is remembered of owners is what would be worked out. */
class CreatedFieldsTest {
  private static final ObjectNode FORM =
      Managed.tree(
          """
          type: object
          properties:
            apiVersion: {type: string}
            kind: {type: string}
            metadata: {type: object, properties: {name: {type: string}}}
            spec:
              type: object
              properties:
                size: {x-kubernetes-int-or-string: true}
                any: {x-kubernetes-preserve-unknown-fields: true}
                labels: {type: object, additionalProperties: {type: string}}
                atomic: {type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}}
                tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                args: {type: array, x-kubernetes-list-type: atomic, items: {type: string}}
                items:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    properties: {name: {type: string}, value: {type: string}}
          """);
  private static final FieldSet NOTHING = new FieldSet();
  private static final FieldManager REMEMBERING = manager(Schema.fromJson(FORM));
  private static final Instant NOW = Instant.parse("2026-01-31T23:59:59Z");

  private static FieldManager manager(Schema schema) {
    return new FieldManager(
        "e.com/v1", "Gizmo", schema, "", NOTHING, Versions.single("e.com/v1", schema));
  }

  @Property(tries = 400)
  void aMakerOwnsTheSameAsIfNothingWereRemembered(
      @ForAll("objects") ObjectNode first, @ForAll("objects") ObjectNode second) {
    for (ObjectNode object : List.of(first, second, first)) {
      // Nothing is remembered of a schema that is new.
      ObjectNode expected = manager(Schema.fromJson(FORM)).update(null, object, "m", NOW);

      assertThat((JsonNode) REMEMBERING.update(null, object, "m", NOW)).isEqualTo(expected);
    }
  }

  @Property(tries = 200)
  void readsTheSameOwnersFromStoredBytes(
      @ForAll("objects") ObjectNode before, @ForAll("objects") ObjectNode after) {
    ObjectNode live = REMEMBERING.update(null, before, "m", NOW);
    byte[] stored = Json.bytes(live);

    ObjectNode plain = REMEMBERING.update(Json.tree(stored), after, "other", NOW.plusSeconds(1));

    for (int i = 0; i < 2; i++) {
      ObjectNode lazy = LazyJson.tree(stored);
      assertThat((JsonNode) REMEMBERING.update(lazy, after, "other", NOW.plusSeconds(1)))
          .isEqualTo(plain);
    }
  }

  @Provide
  Arbitrary<ObjectNode> objects() {
    Arbitrary<JsonNode> text =
        Arbitraries.of("", "a", "b").map(Json.MAPPER.getNodeFactory()::textNode);
    Arbitrary<JsonNode> empty =
        Arbitraries.of(
            Json.MAPPER.nullNode(), Json.MAPPER.createObjectNode(), Json.MAPPER.createArrayNode());
    Arbitrary<JsonNode> number = Arbitraries.of(0, 1).map(Json.MAPPER.getNodeFactory()::numberNode);
    Arbitrary<JsonNode> map =
        Arbitraries.maps(Arbitraries.of("x", "y"), text)
            .ofMaxSize(2)
            .map(CreatedFieldsTest::object);
    Arbitrary<JsonNode> list = text.list().ofMaxSize(3).map(CreatedFieldsTest::list);
    Arbitrary<JsonNode> items =
        Arbitraries.maps(Arbitraries.of("name", "value"), text)
            .ofMaxSize(2)
            .map(CreatedFieldsTest::object)
            .list()
            .ofMaxSize(3)
            .map(CreatedFieldsTest::list);
    Arbitrary<JsonNode> value = Arbitraries.oneOf(text, empty, number, map, list, items);
    Arbitrary<JsonNode> spec =
        Arbitraries.maps(
                Arbitraries.of("size", "any", "labels", "atomic", "tags", "args", "items"), value)
            .ofMaxSize(5)
            .map(CreatedFieldsTest::object);
    return Combinators.combine(text, Arbitraries.oneOf(spec, spec, empty))
        .as(
            (name, content) -> {
              ObjectNode object = Json.MAPPER.createObjectNode();
              object.put("apiVersion", "e.com/v1").put("kind", "Gizmo");
              object.putObject("metadata").set("name", name);
              object.set("spec", content);
              return object;
            });
  }

  private static JsonNode object(java.util.Map<String, JsonNode> members) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    members.forEach(object::set);
    return object;
  }

  private static JsonNode list(List<JsonNode> items) {
    ArrayNode list = Json.MAPPER.createArrayNode();
    items.forEach(list::add);
    return list;
  }
}
