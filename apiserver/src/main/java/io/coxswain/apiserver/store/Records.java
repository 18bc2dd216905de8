package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The encoding of objects and removals in the payload of a frame: where the object is, then its
 * content, which may be sealed.
 */
final class Records {
  private static final byte PUT = 1;
  private static final byte REMOVAL = 2;
  private static final byte SEALED_PUT = 3;
  private static final byte SEALED_REMOVAL = 4;

  /** Type, number of records, revision. */
  static final int HEAD = 13;

  private final RecordForm form;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
  private final DataOutputStream out = new DataOutputStream(bytes);
  private int count;

  Records(RecordForm form) {
    this.form = form;
  }

  /**
   * One decoded record.
   *
   * @param stale whether it would be sealed differently now
   */
  record Entry(String collection, boolean removal, Stored object, boolean stale) {}

  /** A record that is not damaged, but cannot be decrypted. */
  static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1;

    private UnreadableException(String collection, ObjectKey key, IOException why) {
      super("cannot read " + collection + " " + key + ": " + why.getMessage(), why);
    }

    /** The message for the user, who has to know the file. */
    IOException in(Path file, long offset) {
      return new IOException(
          "%s: byte %d: %s. Nothing was changed.".formatted(file, offset, getMessage()), this);
    }
  }

  /** A frame without objects. */
  static byte[] mark(byte type, int number, long revision) {
    return frame(type, number, revision, new byte[0]);
  }

  void add(String collection, boolean removal, Stored object) {
    byte[] sealed = form.seal(collection, object);
    try {
      if (sealed == null) {
        out.writeByte(removal ? REMOVAL : PUT);
      } else {
        out.writeByte(removal ? SEALED_REMOVAL : SEALED_PUT);
      }
      text(out, collection);
      out.writeLong(object.revision());
      text(out, object.key().namespace());
      text(out, object.key().name());
      if (sealed == null) {
        content(out, object);
      } else {
        out.writeInt(sealed.length);
        out.write(sealed);
      }
      count++;
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
  }

  /** What may be sealed of an object. */
  static byte[] content(Stored object) {
    var content = new ByteArrayOutputStream(object.length() + 256);
    try {
      content(new DataOutputStream(content), object);
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return content.toByteArray();
  }

  private static void content(DataOutputStream out, Stored object) throws IOException {
    text(out, object.uid());
    map(out, object.labels());
    map(out, object.fields());
    out.writeInt(object.length());
    out.write(object.json());
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

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(encoded.length);
    out.write(encoded);
  }

  private static void map(DataOutputStream out, SortedMap<String, String> map) throws IOException {
    out.writeInt(map.size());
    for (var entry : map.entrySet()) {
      text(out, entry.getKey());
      text(out, entry.getValue());
    }
  }

  /**
   * Decodes the next record.
   *
   * @throws UnreadableException if it is sealed and cannot be opened
   */
  static Entry read(ByteBuffer in, RecordForm form) throws UnreadableException {
    byte type = in.get();
    boolean removal = type == REMOVAL || type == SEALED_REMOVAL;
    String collection = readText(in);
    long revision = in.getLong();
    String namespace = readText(in);
    String name = readText(in);
    ObjectKey key = namespace.isEmpty() ? ObjectKey.of(name) : ObjectKey.of(namespace, name);
    try {
      if (type == SEALED_PUT || type == SEALED_REMOVAL) {
        byte[] sealed = readBytes(in);
        Stored object = form.open(collection, key, revision, sealed);
        return new Entry(collection, removal, object, form.isStale(collection, sealed));
      }
      form.acceptPlain(collection);
      return new Entry(
          collection, removal, content(in, key, revision), form.isStale(collection, null));
    } catch (IOException e) {
      throw new UnreadableException(collection, key, e);
    }
  }

  /** The object with a content. */
  static Stored object(ObjectKey key, long revision, byte[] content) {
    return content(ByteBuffer.wrap(content), key, revision);
  }

  private static Stored content(ByteBuffer in, ObjectKey key, long revision) {
    String uid = readText(in);
    SortedMap<String, String> labels = readMap(in);
    SortedMap<String, String> fields = readMap(in);
    return new Stored(key, uid, revision, labels, fields, readBytes(in));
  }

  private static byte[] readBytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return bytes;
  }

  private static String readText(ByteBuffer in) {
    return new String(readBytes(in), StandardCharsets.UTF_8);
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
