package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/** The encoding of objects and removals in the payload of a frame. */
final class Records {
  private static final byte PUT = 1;
  private static final byte REMOVAL = 2;

  /** Type, number of records, revision. */
  static final int HEAD = 13;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
  private final DataOutputStream out = new DataOutputStream(bytes);
  private int count;

  /** One decoded record. */
  record Entry(String collection, boolean removal, Stored object) {}

  /** A frame without objects. */
  static byte[] mark(byte type, int number, long revision) {
    return frame(type, number, revision, new byte[0]);
  }

  void add(String collection, boolean removal, Stored object) {
    try {
      out.writeByte(removal ? REMOVAL : PUT);
      text(collection);
      out.writeLong(object.revision());
      text(object.key().namespace());
      text(object.key().name());
      text(object.uid());
      map(object.labels());
      map(object.fields());
      out.writeInt(object.length());
      out.write(object.json());
      count++;
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
  }

  int size() {
    return bytes.size();
  }

  int count() {
    return count;
  }

  /** The frame of everything added since the last one. */
  byte[] frame(byte type, long revision) {
    byte[] frame = frame(type, count, revision, bytes.toByteArray());
    bytes.reset();
    count = 0;
    return frame;
  }

  static byte[] frame(byte type, int number, long revision, byte[] records) {
    var payload = ByteBuffer.allocate(HEAD + records.length);
    payload.put(type).putInt(number).putLong(revision).put(records);
    return Frames.frame(payload.array());
  }

  private void text(String text) throws IOException {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(encoded.length);
    out.write(encoded);
  }

  private void map(SortedMap<String, String> map) throws IOException {
    out.writeInt(map.size());
    for (var entry : map.entrySet()) {
      text(entry.getKey());
      text(entry.getValue());
    }
  }

  static Entry read(ByteBuffer in) {
    boolean removal = in.get() == REMOVAL;
    String collection = readText(in);
    long revision = in.getLong();
    String namespace = readText(in);
    String name = readText(in);
    String uid = readText(in);
    SortedMap<String, String> labels = readMap(in);
    SortedMap<String, String> fields = readMap(in);
    byte[] json = new byte[in.getInt()];
    in.get(json);
    ObjectKey key = namespace.isEmpty() ? ObjectKey.of(name) : ObjectKey.of(namespace, name);
    return new Entry(collection, removal, new Stored(key, uid, revision, labels, fields, json));
  }

  private static String readText(ByteBuffer in) {
    byte[] encoded = new byte[in.getInt()];
    in.get(encoded);
    return new String(encoded, StandardCharsets.UTF_8);
  }

  private static SortedMap<String, String> readMap(ByteBuffer in) {
    var map = new TreeMap<String, String>();
    for (int left = in.getInt(); left > 0; left--) {
      String key = readText(in);
      map.put(key, readText(in));
    }
    return map;
  }
}
