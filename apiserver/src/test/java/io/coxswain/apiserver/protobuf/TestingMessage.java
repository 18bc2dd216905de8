package io.coxswain.apiserver.protobuf;

import java.io.ByteArrayOutputStream;

/** Bodies as a client writes them. */
public final class TestingMessage {
  private TestingMessage() {}

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
