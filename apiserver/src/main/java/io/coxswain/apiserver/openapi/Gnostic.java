package io.coxswain.apiserver.openapi;

import static io.coxswain.apiserver.protobuf.MessageWriter.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.protobuf.MessageWriter;
import java.util.Map;

/**
 * A version 2 document as a protobuf message, in the schema of google/gnostic. This is the only
 * form of that version that kubectl accepts, and kubectl before 1.27 requires it.
 */
public final class Gnostic {
  public static final String MEDIA_TYPE =
      "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

  /** The media type of the response; the requested one is malformed. */
  public static final String ANSWERED =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

  private static final Map<String, Integer> METHODS =
      Map.of("get", 2, "put", 3, "post", 4, "delete", 5, "options", 6, "head", 7, "patch", 8);

  private Gnostic() {}

  public static byte[] bytes(ObjectNode document) {
    JsonNode info = document.path("info");
    var paths = message();
    document
        .path("paths")
        .properties()
        .forEach(e -> paths.field(2, named(e.getKey(), path(e.getValue()))));
    return message()
        .field(1, document.path("swagger").asText())
        .field(
            2,
            message().field(1, info.path("title").asText()).field(2, info.path("version").asText()))
        .field(8, paths)
        .field(9, schemas(document.path("definitions")))
        .bytes();
  }

  private static MessageWriter named(String name, MessageWriter value) {
    return message().field(1, name).field(2, value);
  }

  private static MessageWriter path(JsonNode item) {
    var path = message();
    item.properties()
        .forEach(
            e -> {
              Integer number = METHODS.get(e.getKey());
              if (number != null) {
                path.field(number, operation(e.getValue()));
              }
            });
    item.path("parameters").forEach(each -> path.field(9, parameter(each)));
    return path;
  }

  private static MessageWriter operation(JsonNode node) {
    var operation = message().field(5, node.path("operationId").asText());
    node.path("tags").forEach(tag -> operation.field(1, tag.asText()));
    node.path("produces").forEach(type -> operation.field(6, type.asText()));
    node.path("consumes").forEach(type -> operation.field(7, type.asText()));
    node.path("parameters").forEach(each -> operation.field(8, parameter(each)));
    var responses = message();
    node.path("responses")
        .properties()
        .forEach(
            e -> {
              var response = message().field(1, e.getValue().path("description").asText());
              if (e.getValue().has("schema")) {
                response.field(2, message().field(1, schema(e.getValue().get("schema"))));
              }
              responses.field(1, named(e.getKey(), message().field(1, response)));
            });
    operation.field(9, responses);
    extensions(node, operation, 13);
    return operation;
  }

  private static MessageWriter parameter(JsonNode node) {
    String name = node.path("name").asText();
    boolean required = node.path("required").asBoolean();
    MessageWriter one =
        switch (node.path("in").asText()) {
          case "body" ->
              message()
                  .field(
                      1,
                      message()
                          .field(2, name)
                          .field(3, "body")
                          .field(4, required)
                          .field(5, schema(node.path("schema"))));
          case "path" ->
              message()
                  .field(
                      2,
                      message()
                          .field(
                              4,
                              message()
                                  .field(1, required)
                                  .field(2, "path")
                                  .field(4, name)
                                  .field(5, node.path("type").asText())
                                  .field(19, true)));
          default ->
              message()
                  .field(
                      2,
                      message()
                          .field(
                              3,
                              message()
                                  .field(1, required)
                                  .field(2, "query")
                                  .field(4, name)
                                  .field(6, node.path("type").asText())
                                  .field(20, true)));
        };
    return message().field(1, one);
  }

  private static MessageWriter schemas(JsonNode node) {
    var all = message();
    node.properties().forEach(e -> all.field(1, named(e.getKey(), schema(e.getValue()))));
    return all;
  }

  private static MessageWriter schema(JsonNode node) {
    var schema = message();
    text(node, "$ref", schema, 1);
    text(node, "format", schema, 2);
    text(node, "title", schema, 3);
    text(node, "description", schema, 4);
    if (node.has("default")) {
      schema.field(5, any(node.get("default")));
    }
    number(node, "maximum", schema, 7);
    number(node, "minimum", schema, 9);
    whole(node, "maxLength", schema, 11);
    whole(node, "minLength", schema, 12);
    text(node, "pattern", schema, 13);
    whole(node, "maxItems", schema, 14);
    whole(node, "minItems", schema, 15);
    node.path("required").forEach(name -> schema.field(19, name.asText()));
    node.path("enum").forEach(value -> schema.field(20, any(value)));
    if (node.path("additionalProperties").isObject()) {
      schema.field(21, message().field(1, schema(node.get("additionalProperties"))));
    } else if (node.path("additionalProperties").isBoolean()) {
      schema.field(21, message().field(2, node.get("additionalProperties").asBoolean()));
    }
    if (node.has("type")) {
      schema.field(22, message().field(1, node.get("type").asText()));
    }
    if (node.has("items")) {
      schema.field(23, message().field(1, schema(node.get("items"))));
    }
    if (node.has("properties")) {
      schema.field(25, schemas(node.get("properties")));
    }
    extensions(node, schema, 31);
    return schema;
  }

  private static void text(JsonNode node, String name, MessageWriter into, int number) {
    if (node.has(name)) {
      into.field(number, node.get(name).asText());
    }
  }

  private static void number(JsonNode node, String name, MessageWriter into, int number) {
    if (node.has(name)) {
      into.field(number, node.get(name).asDouble());
    }
  }

  private static void whole(JsonNode node, String name, MessageWriter into, int number) {
    if (node.has(name)) {
      into.field(number, node.get(name).asLong());
    }
  }

  private static void extensions(JsonNode node, MessageWriter into, int number) {
    node.properties()
        .forEach(
            e -> {
              if (e.getKey().startsWith("x-")) {
                into.field(number, named(e.getKey(), any(e.getValue())));
              }
            });
  }

  /** Arbitrary values are written as YAML, of which JSON is a subset. */
  private static MessageWriter any(JsonNode value) {
    return message().field(2, value.toString());
  }
}
