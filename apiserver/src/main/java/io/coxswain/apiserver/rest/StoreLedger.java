package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.Ledger;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Cancellation;
import io.coxswain.env.Clock;
import java.util.Collections;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger in the store itself: an item is allocated if its object exists. */
public final class StoreLedger implements Ledger {
  private static final Logger log = LoggerFactory.getLogger(StoreLedger.class);
  private static final Origin ORIGIN = new Origin("update", "system:apiserver", "kube-apiserver");

  private final Store store;
  private final Clock clock;
  private final TreeMap<String, ServedKind> kinds = new TreeMap<>();

  public StoreLedger(Store store, Clock clock, KindRegistry registry) {
    this.store = store;
    this.clock = clock;
    registry.builtIn().forEach(kind -> kinds.putIfAbsent(kind.collection(), kind));
  }

  @Override
  public @Nullable Stored find(String collection, ObjectKey key) {
    return store.head().find(collection, key);
  }

  @Override
  public Iterable<Stored> all(String collection) {
    return store.head().collection(collection).values();
  }

  @Override
  public boolean create(String collection, ObjectNode object) {
    return put(collection, null, object);
  }

  @Override
  public boolean replaceStatus(String collection, Stored seen, ObjectNode object) {
    ServedKind kind = kinds.get(collection);
    if (kind != null) {
      Ownership.statusChanged(kind, seen.tree(), object, clock.now());
    }
    return put(collection, seen, object);
  }

  @Override
  public void remove(String collection, ObjectKey key) {
    while (true) {
      Cancellation.check();
      Stored seen = find(collection, key);
      if (seen == null) {
        return;
      }
      try {
        var _ =
            store.remove(
                collection,
                key,
                seen,
                revision -> stored(collection, seen.tree(), revision),
                ORIGIN);
        return;
      } catch (RacedException e) {
        log.trace("concurrent change, retrying: resource={} object={}", collection, key);
      }
    }
  }

  private boolean put(String collection, @Nullable Stored seen, ObjectNode object) {
    try {
      var _ =
          store.put(
              collection,
              Meta.key(object),
              seen,
              revision -> stored(collection, object, revision),
              ORIGIN);
      return true;
    } catch (RacedException e) {
      return false;
    }
  }

  /** Internal objects belong to no served kind. */
  private Stored stored(String collection, ObjectNode object, long revision) {
    ServedKind kind = kinds.get(collection);
    if (kind != null) {
      return kind.store(object, revision);
    }
    Meta.of(object).put("resourceVersion", Long.toString(revision));
    return new Stored(
        Meta.key(object),
        Meta.uid(object),
        revision,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Json.bytes(object));
  }
}
