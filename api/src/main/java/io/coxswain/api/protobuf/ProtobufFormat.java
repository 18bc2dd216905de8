package io.coxswain.api.protobuf;

import java.util.Arrays;

/** The constants of Kubernetes' protobuf encoding. */
public final class ProtobufFormat {
  public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

  /** The content type of a stream of watch events, each after its length in four bytes. */
  public static final String WATCH_MEDIA_TYPE = MEDIA_TYPE + ";stream=watch";

  private static final byte[] PREFIX = {'k', '8', 's', 0};

  private ProtobufFormat() {}

  /** The bytes before each object. */
  public static byte[] prefix() {
    return PREFIX.clone();
  }

  /** The number of bytes before each object. */
  public static int prefixLength() {
    return PREFIX.length;
  }

  /** Whether the bytes begin as each object does. */
  public static boolean hasPrefix(byte[] body) {
    return body.length >= PREFIX.length
        && Arrays.mismatch(body, 0, PREFIX.length, PREFIX, 0, PREFIX.length) < 0;
  }
}
