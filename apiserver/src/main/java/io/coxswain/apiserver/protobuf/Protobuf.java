package io.coxswain.apiserver.protobuf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.Messages;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.api.protobuf.ProtobufFormat;
import io.coxswain.api.protobuf.Wire;
import io.coxswain.api.schema.BuiltInTypes;
import java.util.Arrays;
import java.util.List;

/** Decodes protobuf objects: a prefix, an envelope with the kind, and the message. */
public final class Protobuf {
  public static final String MEDIA_TYPE = ProtobufFormat.MEDIA_TYPE;

  static final byte[] PREFIX = ProtobufFormat.prefix();

  /** Kinds that are sent under the version of the object they belong to. */
  private static final List<String> COMMON =
      List.of("DeleteOptions", "Status", "PartialObjectMetadata");

  private static final int TYPE_META = 1;
  private static final int RAW = 2;

  private Protobuf() {}

  /**
   * Decodes the object to the tree that it would have as JSON. An object of a kind without a
   * message becomes a tree of kind and version alone.
   *
   * @param apiVersion used if the body has none
   * @param kind used if the body has none
   */
  public static ObjectNode read(byte[] body, String apiVersion, String kind)
      throws ProtobufException {
    ObjectNode object = Json.MAPPER.createObjectNode();
    byte[] raw;
    try {
      raw = envelope(body, object);
    } catch (ProtobufException e) {
      throw e.inEnvelope();
    }
    if (!object.has("apiVersion")) {
      object.put("apiVersion", apiVersion);
    }
    if (!object.has("kind")) {
      object.put("kind", kind);
    }
    String type = typeOf(object.get("apiVersion").asText(), object.get("kind").asText());
    Messages.Message message = Messages.find(type);
    if (message != null) {
      new Decoder().fields(Wire.of(raw), message, object);
    }
    return object;
  }

  private static String typeOf(String apiVersion, String kind) {
    return COMMON.contains(kind)
        ? "meta.v1." + kind
        : BuiltInTypes.kindNames().getOrDefault(apiVersion + " " + kind, "");
  }

  /** Adds kind and version to the object; returns the message. */
  static byte[] envelope(byte[] body, ObjectNode object) throws ProtobufException {
    if (body.length == 0) {
      throw ProtobufException.of("empty data");
    }
    if (!ProtobufFormat.hasPrefix(body)) {
      throw ProtobufException.of(
          "provided data does not appear to be a protobuf message, expected prefix "
              + Arrays.toString(PREFIX).replace(",", ""));
    }
    if (body.length == PREFIX.length) {
      throw ProtobufException.of("empty body");
    }
    byte[] raw = {};
    var wire = new Wire(body, PREFIX.length, body.length);
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int type = (int) (tag & 7);
      if (tag >>> 3 == TYPE_META) {
        Decoder.expect(type, Wire.BYTES, "TypeMeta");
        typeMeta(wire.inner(), object);
      } else if (tag >>> 3 == RAW) {
        Decoder.expect(type, Wire.BYTES, "Raw");
        raw = wire.bytes();
      } else {
        wire.skip(type);
      }
    }
    return raw;
  }

  private static void typeMeta(Wire wire, ObjectNode object) throws ProtobufException {
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int type = (int) (tag & 7);
      int number = (int) (tag >>> 3);
      if (number > 2) {
        wire.skip(type);
        continue;
      }
      String name = number == 1 ? "apiVersion" : "kind";
      Decoder.expect(type, Wire.BYTES, name);
      String text = wire.text();
      if (!text.isEmpty()) {
        object.put(name, text);
      }
    }
  }
}
