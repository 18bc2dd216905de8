package io.coxswain.apiserver.store;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import java.util.Collections;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Objects of no kind in particular, with a text in them. */
final class Thing {
  static final String THINGS = "things";
  private static final Origin ORIGIN = new Origin("update", "test", "test");

  private Thing() {}

  static ObjectKey key(String name) {
    return ObjectKey.of("ns", name);
  }

  static Stored put(Store store, String name, String text, @Nullable Stored seen)
      throws RacedException {
    return store.put(THINGS, key(name), seen, r -> stored(key(name), text, r), ORIGIN);
  }

  static Stored remove(Store store, Stored seen) throws RacedException {
    return store.remove(THINGS, seen.key(), seen, r -> stored(seen.key(), text(seen), r), ORIGIN);
  }

  static Stored stored(ObjectKey key, String text, long revision) {
    var tree = Json.MAPPER.createObjectNode();
    tree.putObject("metadata").put("resourceVersion", Long.toString(revision));
    tree.put("text", text);
    var labels = new TreeMap<String, String>();
    labels.put("colour", "red");
    return new Stored(
        key, "uid-" + key.name(), revision, labels, Collections.emptySortedMap(), Json.bytes(tree));
  }

  static String text(Stored object) {
    return object.tree().path("text").asText();
  }
}
