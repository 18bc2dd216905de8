package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.LazyJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The stored and served form of a custom resource: pruned to its schema, without insignificant
 * nulls, its metadata typed, defaults applied.
 */
public final class CustomForm {
  private static final Schema METADATA = BuiltInTypes.named("meta.v1.ObjectMeta");

  private CustomForm() {}

  /**
   * Converts the tree to this form.
   *
   * @return the paths of the dropped unknown fields, sorted
   * @throws DecodeException if the metadata has the wrong types
   */
  public static List<String> decode(ObjectNode object, Schema schema) throws DecodeException {
    var unknown = new ArrayList<String>();
    if (object.get("metadata") instanceof ObjectNode metadata) {
      for (String field : TypedForm.decode(metadata, METADATA)) {
        unknown.add("metadata." + field);
      }
    }
    unknown.addAll(decode(object, schema, true));
    Collections.sort(unknown);
    return unknown;
  }

  /**
   * Like {@link #decode(ObjectNode, Schema)}, for an object whose own metadata is typed already.
   */
  public static List<String> decode(ObjectNode object, Schema schema, boolean dropNulls)
      throws DecodeException {
    List<String> unknown = new ArrayList<>(Pruning.prune(object, schema));
    convertLargeIntegers(object);
    if (dropNulls) {
      Defaulting.dropNulls(object, schema);
    }
    for (var field : object.properties()) {
      Schema property = schema.field(field.getKey());
      if (property != null && property.typeName().isEmpty()) {
        coerceEmbedded(field.getKey(), field.getValue(), property);
      }
    }
    Defaulting.fill(object, schema);
    Collections.sort(unknown);
    return unknown;
  }

  /** Without a type, Go decodes an integer of more than 64 bits as a float. */
  private static void convertLargeIntegers(JsonNode value) {
    if (LazyJson.isUntouched(value)) {
      return;
    }
    if (value instanceof ObjectNode object) {
      for (var field : object.properties()) {
        if (field.getValue().isBigInteger()) {
          field.setValue(Json.NODES.numberNode(field.getValue().doubleValue()));
        } else {
          convertLargeIntegers(field.getValue());
        }
      }
    } else if (value instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i).isBigInteger()) {
          list.set(i, Json.NODES.numberNode(list.get(i).doubleValue()));
        } else {
          convertLargeIntegers(list.get(i));
        }
      }
    }
  }

  /** Converts the metadata of embedded resources. */
  private static void coerceEmbedded(String path, JsonNode value, Schema schema)
      throws DecodeException {
    if (value instanceof ObjectNode object) {
      if (schema.embeddedResource() && object.has("metadata")) {
        coerceMetadata(path + ".metadata", object.get("metadata"));
      }
      for (var field : object.properties()) {
        Schema property = schema.field(field.getKey());
        if (property != null && property.typeName().isEmpty()) {
          coerceEmbedded(path + "." + field.getKey(), field.getValue(), property);
        }
      }
    } else if (value.isArray() && schema.items() != null) {
      for (int i = 0; i < value.size(); i++) {
        coerceEmbedded(path + "[" + i + "]", value.get(i), schema.items());
      }
    }
  }

  private static void coerceMetadata(String path, JsonNode metadata) throws DecodeException {
    String sent = metadata.toString();
    try {
      if (!(metadata instanceof ObjectNode object)) {
        throw new DecodeException(
            "json: cannot unmarshal "
                + metadata.getNodeType().name().toLowerCase(Locale.ROOT)
                + " into Go value of type v1.ObjectMeta");
      }
      TypedForm.decode(object, METADATA);
    } catch (DecodeException e) {
      throw new DecodeException(path + ": Invalid value: " + sent + ": " + e.text());
    }
  }

  /** Applies the current schema to a stored object: adds new defaults and drops removed fields. */
  public static void refresh(ObjectNode object, Schema schema) {
    Pruning.prune(object, schema);
    Defaulting.fill(object, schema);
  }
}
