package io.coxswain.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.fold.Body;
import io.coxswain.apiserver.json.LazyJson;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One object as committed at one revision: what is needed to find and select it, and its JSON. Does
 * not change, but for the form in which its JSON is kept.
 */
public final class Stored {
  private final ObjectKey key;
  private final String uid;
  private final long revision;
  private final SortedMap<String, String> labels;
  private final SortedMap<String, String> fields;
  private volatile Body body;

  /**
   * @param fields the values of the fields that field selectors may name
   * @param json with {@code metadata.resourceVersion} equal to the revision; never changed
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

  /** Few different labels stand on many objects, so each text is kept once. */
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

  /** The values of the fields that field selectors may name. */
  public SortedMap<String, String> fields() {
    return fields;
  }

  /**
   * With {@code metadata.resourceVersion} equal to the revision. May be shared by all readers: not
   * to be changed.
   */
  public byte[] json() {
    return body.bytes();
  }

  /** How many bytes of JSON it is. */
  public int length() {
    return body.length();
  }

  /** A tree of its own for whoever asks. */
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
