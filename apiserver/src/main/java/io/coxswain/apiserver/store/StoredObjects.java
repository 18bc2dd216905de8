package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.compression.Body;
import io.coxswain.api.compression.CompressibleObjects;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects of a kind that may be compressed: first the current ones, then the history. */
final class StoredObjects implements CompressibleObjects<Stored> {
  private final Store store;
  private final String collection;
  private boolean past;

  StoredObjects(Store store, String collection) {
    this.store = store;
    this.collection = collection;
  }

  @Override
  public List<Stored> after(@Nullable Stored last, int most) {
    if (last == null) {
      past = false;
    }
    if (!past) {
      List<Stored> found = present(last, most);
      if (!found.isEmpty()) {
        return found;
      }
      past = true;
      return store.log(collection).states(0, most);
    }
    return last == null ? List.of() : store.log(collection).states(last.revision(), most);
  }

  private List<Stored> present(@Nullable Stored last, int most) {
    SortedTree<ObjectKey, Stored> objects = store.head().collection(collection);
    var found = new ArrayList<Stored>();
    for (Stored object : last == null ? objects.values() : objects.valuesFrom(last.key())) {
      if (found.size() == most) {
        break;
      }
      if (last == null || !object.key().equals(last.key())) {
        found.add(object);
      }
    }
    return found;
  }

  @Override
  public Body body(Stored object) {
    return object.body();
  }

  @Override
  public void compress(Stored object, Body compressed) {
    object.keepAs(compressed);
  }
}
