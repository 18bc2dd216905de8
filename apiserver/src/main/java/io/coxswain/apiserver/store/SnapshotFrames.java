package io.coxswain.apiserver.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * All objects of one revision as the frames of a snapshot: a header, keys if there are any, objects
 * in frames of about a megabyte, and an end with the number of objects and the SHA-256 of all bytes
 * before it. Created one frame at a time.
 */
final class SnapshotFrames {
  static final byte HEAD = 'S';
  static final byte KEY = 'K';
  static final byte OBJECTS = 'O';
  static final byte END = 'E';
  private static final int FRAME_BYTES = 1 << 20;

  private final Snapshot state;
  private final long revision;
  private final MessageDigest digest = sha256();
  private final ArrayDeque<byte[]> first = new ArrayDeque<>();
  private final Iterator<String> collections;
  private String collection = "";
  private Iterator<Stored> objects = java.util.Collections.emptyIterator();
  private final Records records;
  private int count;
  private boolean ended;

  /**
   * @param revision the revision of the snapshot, which may be later than that of the state
   * @param keys the files with keys and certificates by name; empty within a data directory, which
   *     has them next to it
   * @param form how objects are sealed
   */
  SnapshotFrames(Snapshot state, long revision, SortedMap<String, byte[]> keys, RecordForm form) {
    this.records = new Records(form);
    this.state = state;
    this.revision = revision;
    first.add(Records.mark(HEAD, form.format(), revision));
    keys.forEach((name, content) -> first.add(key(name, content)));
    this.collections = state.collections().keys().iterator();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private byte[] key(String name, byte[] content) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    var payload = ByteBuffer.allocate(4 + text.length + content.length);
    payload.putInt(text.length).put(text).put(content);
    return Records.frame(KEY, 1, revision, payload.array());
  }

  /** The next frame; null after the last. */
  byte @Nullable [] next() {
    if (ended) {
      return null;
    }
    byte[] frame = !first.isEmpty() ? first.remove() : nextObjects();
    if (frame == null) {
      ended = true;
      return Records.frame(END, count, revision, digest.digest());
    }
    digest.update(frame);
    return frame;
  }

  private byte @Nullable [] nextObjects() {
    while (records.size() < FRAME_BYTES) {
      if (objects.hasNext()) {
        records.add(collection, false, objects.next());
        count++;
      } else if (collections.hasNext()) {
        collection = collections.next();
        objects = state.collection(collection).values().iterator();
      } else {
        break;
      }
    }
    return records.count() == 0 ? null : records.frame(OBJECTS, revision);
  }
}
