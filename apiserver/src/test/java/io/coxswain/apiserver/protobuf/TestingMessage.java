package io.coxswain.apiserver.protobuf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.Messages;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.api.protobuf.Wire;
import io.coxswain.api.schema.BuiltInTypes;
import java.io.ByteArrayOutputStream;
import java.util.Objects;

/** Bodies as a client writes them. */
public final class TestingMessage {
  private TestingMessage() {}

  /** A list as JSON; its items are of the given type. */
  public static ObjectNode readList(byte[] body, String apiVersion, String kind)
      throws ProtobufException {
    ObjectNode envelope = Json.MAPPER.createObjectNode();
    byte[] raw = Protobuf.envelope(body, envelope);
    var wire = Wire.of(raw);
    while (!wire.atEnd()) {
      long number = wire.tag() >>> 3;
      if (number == 1) {
        new Decoder()
            .fields(
                wire.inner(), Messages.named("meta.v1.ListMeta"), envelope.putObject("metadata"));
      } else {
        String type =
            kind.equals("PartialObjectMetadata")
                ? "meta.v1.PartialObjectMetadata"
                : Objects.requireNonNull(BuiltInTypes.kindNames().get(apiVersion + " " + kind));
        new Decoder()
            .fields(
                wire.inner(),
                Messages.named(type),
                envelope.withArrayProperty("items").addObject());
      }
    }
    return envelope;
  }

  public static MessageWriter message() {
    return MessageWriter.message();
  }

  /** A whole body: the mark, the kind and the object. */
  public static byte[] body(String apiVersion, String kind, MessageWriter object) {
    var body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {'k', '8', 's', 0});
    body.writeBytes(
        message()
            .field(1, message().field(1, apiVersion).field(2, kind))
            .field(2, object)
            .field(3, "")
            .field(4, "")
            .bytes());
    return body.toByteArray();
  }
}
