package io.coxswain.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.protobuf.Messages;
import io.coxswain.api.protobuf.ProtobufFormat;
import io.coxswain.api.schema.BuiltInTypes;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Encodes objects for Go clients: a prefix, an envelope with kind and version, and the message of
 * the kind. Time and memory are bounded by the size of the object.
 */
public final class ProtobufWriter {
  /** The content type of a stream of {@link #watchEvent}s, each after {@link #frameLength}. */
  public static final String WATCH_MEDIA_TYPE = ProtobufFormat.WATCH_MEDIA_TYPE;

  /** Objects of the API machinery, which exist in every version. */
  private static final Map<String, String> COMMON =
      Map.of(
          "Status", "meta.v1.Status",
          "APIGroup", "meta.v1.APIGroup",
          "APIGroupList", "meta.v1.APIGroupList",
          "APIResourceList", "meta.v1.APIResourceList",
          "APIVersions", "meta.v1.APIVersions",
          "PartialObjectMetadata", "meta.v1.PartialObjectMetadata",
          "APIGroupDiscovery", "apidiscovery.v2.APIGroupDiscovery");

  private static final int LIST_METADATA = 1;
  private static final int LIST_ITEMS = 2;
  private static final int ENVELOPE_EXTRA = 128;

  private ProtobufWriter() {}

  /** Whether objects of the kind have a message. */
  public static boolean supports(String apiVersion, String kind) {
    return Messages.find(typeOf(apiVersion, kind)) != null;
  }

  /**
   * Encodes one object.
   *
   * @param sizeHint the approximate number of bytes
   * @throws IllegalArgumentException if the kind has no message, see {@link #supports}
   */
  public static byte[] object(JsonNode object, int sizeHint) {
    String apiVersion = object.path("apiVersion").asText("");
    String kind = object.path("kind").asText("");
    Messages.Message message = message(apiVersion, kind);
    var out = new ReverseBuffer(sizeHint + ENVELOPE_EXTRA);
    int before = beginEnvelope(out);
    new Encoder(out).fields(message, object);
    return endEnvelope(out, before, apiVersion, kind);
  }

  /**
   * Encodes a list of objects of one kind.
   *
   * @param kind of the items; that of the list has the suffix {@code List}
   * @param metadata that of the list
   * @param sizeHint the approximate number of bytes
   */
  public static byte[] list(
      String apiVersion,
      String kind,
      JsonNode metadata,
      List<? extends JsonNode> items,
      int sizeHint) {
    Messages.Message message = message(apiVersion, kind);
    var out = new ReverseBuffer(sizeHint + ENVELOPE_EXTRA);
    var encoder = new Encoder(out);
    int before = beginEnvelope(out);
    for (Iterator<? extends JsonNode> reversed = items.reversed().iterator();
        reversed.hasNext(); ) {
      int itemStart = out.length();
      encoder.fields(message, reversed.next());
      out.close(LIST_ITEMS, itemStart);
    }
    int metadataStart = out.length();
    encoder.fields(Messages.named("meta.v1.ListMeta"), metadata);
    out.close(LIST_METADATA, metadataStart);
    return endEnvelope(out, before, apiVersion, kind + "List");
  }

  /** A watch event without its length prefix. */
  public static byte[] watchEvent(String type, byte[] object) {
    var out = new ReverseBuffer(object.length + ENVELOPE_EXTRA);
    int before = out.length();
    out.field(1, object);
    out.close(2, before);
    out.field(1, type);
    return out.toBytes();
  }

  /** The length prefix of an event in a stream. */
  public static byte[] frameLength(int length) {
    return new byte[] {
      (byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length
    };
  }

  private static int beginEnvelope(ReverseBuffer out) {
    out.field(4, ""); // content type
    out.field(3, ""); // content encoding
    return out.length();
  }

  private static byte[] endEnvelope(ReverseBuffer out, int before, String apiVersion, String kind) {
    out.close(2, before);
    int typeMeta = out.length();
    out.field(2, kind);
    out.field(1, apiVersion);
    out.close(1, typeMeta);
    out.write(Protobuf.PREFIX);
    return out.toBytes();
  }

  private static Messages.Message message(String apiVersion, String kind) {
    Messages.Message message = Messages.find(typeOf(apiVersion, kind));
    if (message == null) {
      throw new IllegalArgumentException(apiVersion + " " + kind + " has no message");
    }
    return message;
  }

  private static String typeOf(String apiVersion, String kind) {
    String common = COMMON.get(kind);
    return common != null
        ? common
        : BuiltInTypes.kindNames().getOrDefault(apiVersion + " " + kind, "");
  }
}
