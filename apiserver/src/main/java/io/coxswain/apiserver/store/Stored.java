package io.coxswain.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.compression.Body;
import io.coxswain.apiserver.json.LazyJson;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One object as committed at one revision: its JSON and what is needed to find and select it.
 * Immutable, except for the form in which its JSON is kept.
 */
public final class Stored {
  private final ObjectKey key;
  private final String uid;
  private final long revision;
  private final SortedMap<String, String> labels;
  private final SortedMap<String, String> fields;
  private volatile Body body;

  /**
   * @param fields the values for field selectors
   * @param json with {@code metadata.resourceVersion} equal to the revision; never modified
   */
  public Stored(
      ObjectKey key,
      String uid,
      long revision,
      SortedMap<String, String> labels,
      SortedMap<String, String> fields,
      byte[] json) {
    this.key = key;
    this.uid = uid;
    this.revision = revision;
    this.labels = labels.isEmpty() ? labels : shared(labels);
    this.fields = fields;
    this.body = Body.plain(json);
  }

  /** Interned, because few different labels occur on many objects. */
  private static SortedMap<String, String> shared(SortedMap<String, String> labels) {
    var shared = new TreeMap<String, String>();
    labels.forEach((name, value) -> shared.put(name.intern(), value.intern()));
    return Collections.unmodifiableSortedMap(shared);
  }

  public ObjectKey key() {
    return key;
  }

  public String uid() {
    return uid;
  }

  public long revision() {
    return revision;
  }

  public SortedMap<String, String> labels() {
    return labels;
  }

  /** The values for field selectors. */
  public SortedMap<String, String> fields() {
    return fields;
  }

  /**
   * The JSON with {@code metadata.resourceVersion} equal to the revision. May be shared by all
   * readers: must not be modified.
   */
  public byte[] json() {
    return body.bytes();
  }

  /** The size of its JSON in bytes. */
  public int length() {
    return body.length();
  }

  /** A new tree for each caller. */
  public ObjectNode tree() {
    return LazyJson.tree(json());
  }

  Body body() {
    return body;
  }

  /** Keeps the same JSON in another form. */
  void keepAs(Body other) {
    body = other;
  }
}
