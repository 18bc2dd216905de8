package io.coxswain.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.LazyJson;
import java.util.SortedMap;

/**
 * One object as committed at one revision: what is needed to find and select it, and its JSON.
 *
 * @param fields the values of the fields that field selectors may name
 * @param json with {@code metadata.resourceVersion} equal to the revision; shared by all readers,
 *     never changed
 */
public record Stored(
    ObjectKey key,
    String uid,
    long revision,
    SortedMap<String, String> labels,
    SortedMap<String, String> fields,
    byte[] json) {

  /** A tree of its own for whoever asks. */
  public ObjectNode tree() {
    return LazyJson.tree(json);
  }
}
