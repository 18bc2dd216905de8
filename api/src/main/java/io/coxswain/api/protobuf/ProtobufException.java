package io.coxswain.api.protobuf;

/** A body is not a well-formed message. */
public final class ProtobufException extends Exception {
  private final boolean envelope;

  private ProtobufException(String text, boolean envelope) {
    super(text, null, false, false);
    this.envelope = envelope;
  }

  /** An error in a message. */
  public static ProtobufException of(String text) {
    return new ProtobufException(text, false);
  }

  /** The same error, in the envelope of the object. */
  public ProtobufException inEnvelope() {
    return new ProtobufException(text(), true);
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  /** Whether even the kind of the object could not be decoded. */
  public boolean envelope() {
    return envelope;
  }
}
