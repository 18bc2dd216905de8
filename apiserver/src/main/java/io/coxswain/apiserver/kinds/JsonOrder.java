package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The serialized form of stored objects. Kind and version always come first, so that a list of
 * built-in objects, whose items have neither, is assembled from the stored bytes without parsing
 * them.
 */
public final class JsonOrder {
  private static final List<String> META_ORDER =
      List.of(
          "name",
          "generateName",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "labels",
          "annotations",
          "ownerReferences",
          "finalizers",
          "managedFields");

  private static final byte[] REVISION =
      "\"resourceVersion\":\"".getBytes(StandardCharsets.US_ASCII);

  private JsonOrder() {}

  /** The object with its members in canonical order. */
  public static byte[] bytes(ObjectNode object) {
    return Json.bytes(ordered(object));
  }

  private static ObjectNode ordered(ObjectNode object) {
    ObjectNode ordered = Json.MAPPER.createObjectNode();
    ordered.set("kind", object.path("kind"));
    ordered.set("apiVersion", object.path("apiVersion"));
    ObjectNode meta = ordered.putObject("metadata");
    JsonNode given = object.path("metadata");
    for (String name : META_ORDER) {
      JsonNode value = given.get(name);
      if (value != null && !value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
        meta.set(name, value);
      }
    }
    given
        .properties()
        .forEach(
            e -> {
              if (!META_ORDER.contains(e.getKey()) && !e.getValue().isNull()) {
                meta.set(e.getKey(), e.getValue());
              }
            });
    object
        .properties()
        .forEach(
            e -> {
              if (!ordered.has(e.getKey())) {
                ordered.set(e.getKey(), e.getValue());
              }
            });
    return ordered;
  }

  /**
   * The offset of the resourceVersion in the output of {@link #bytes}. Only strings precede it, in
   * which a quotation mark is escaped, so the first match is the right one.
   */
  static int revisionOffset(byte[] json) {
    for (int at = 0; at + REVISION.length <= json.length; at++) {
      if (json[at] == '"'
          && Arrays.equals(json, at, at + REVISION.length, REVISION, 0, REVISION.length)) {
        return at + REVISION.length;
      }
    }
    throw new IllegalArgumentException("an object without a revision");
  }

  /** The same object with another resourceVersion. */
  static byte[] withRevision(byte[] json, int offset, long revision) {
    int end = offset;
    while (json[end] != '"') {
      end++;
    }
    byte[] digits = Long.toString(revision).getBytes(StandardCharsets.US_ASCII);
    byte[] copy = new byte[json.length - (end - offset) + digits.length];
    System.arraycopy(json, 0, copy, 0, offset);
    System.arraycopy(digits, 0, copy, offset, digits.length);
    System.arraycopy(json, end, copy, offset + digits.length, json.length - end);
    return copy;
  }

  /** The number of bytes of a stored object that contain its kind and version. */
  public static int headLength(ResourceType type) {
    String head = "{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",";
    return head.getBytes(StandardCharsets.UTF_8).length;
  }
}
