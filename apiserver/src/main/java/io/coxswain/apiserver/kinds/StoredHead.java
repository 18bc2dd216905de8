package io.coxswain.apiserver.kinds;

import io.coxswain.apiserver.store.Stored;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The beginning of the JSON of stored objects of one kind and version, see {@link JsonOrder}. */
final class StoredHead {
  private final byte[] bytes;

  private StoredHead(byte[] bytes) {
    this.bytes = bytes;
  }

  static StoredHead of(String kind, String apiVersion) {
    String text = "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",";
    return new StoredHead(text.getBytes(StandardCharsets.UTF_8));
  }

  boolean startsJsonOf(Stored object) {
    byte[] json = object.json();
    return json.length >= bytes.length
        && Arrays.equals(json, 0, bytes.length, bytes, 0, bytes.length);
  }
}
