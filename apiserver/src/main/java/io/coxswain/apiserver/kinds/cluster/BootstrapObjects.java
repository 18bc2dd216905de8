package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Creates the flow schemas, priority levels and API services that every server has. They are
 * written right after the roles, so they have the same revisions in every fresh server, and servers
 * that start in the same second share them.
 */
public final class BootstrapObjects {
  private static final Origin ORIGIN = new Origin("create", "system:apiserver", "kube-apiserver");

  private static volatile @Nullable Made lastMade;

  private BootstrapObjects() {}

  /** The objects created for a server that started at that time, after that revision. */
  private record Made(String time, long after, List<Placed> objects) {}

  private record Placed(String collection, Stored object) {}

  /** Creates those that do not exist. */
  public static void run(Store store, KindRegistry kinds, Instant now) {
    String time = Meta.time(now);
    long after = store.revision();
    Made known = lastMade;
    boolean fresh = store.head().collection("apiservices.apiregistration.k8s.io").size() == 0;
    if (fresh && known != null && known.time.equals(time) && known.after == after) {
      for (Placed placed : known.objects) {
        var _ = put(store, placed.collection, placed.object, revision -> placed.object);
      }
      return;
    }
    var made = new ArrayList<Placed>();
    for (ObjectNode object : objects(time)) {
      ServedKind kind = kind(store, kinds, object);
      if (store.head().find(kind.collection(), Meta.key(object)) == null) {
        Stored wanted = kind.store(object, 0);
        Stored stored =
            put(store, kind.collection(), wanted, revision -> kind.store(object, revision));
        made.add(new Placed(kind.collection(), stored));
      }
    }
    if (fresh) {
      lastMade = new Made(time, after, List.copyOf(made));
    }
  }

  private static List<ObjectNode> objects(String time) {
    try (InputStream in =
        Objects.requireNonNull(
            BootstrapObjects.class.getResourceAsStream("bootstrap.jsonl"),
            "bootstrap.jsonl is missing from the jar")) {
      var objects = new ArrayList<ObjectNode>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        String json = line.replace("<time>", time);
        ObjectNode object = Json.tree(json.getBytes(StandardCharsets.UTF_8));
        byte[] identity =
            (object.path("kind").asText() + "/" + Meta.name(object))
                .getBytes(StandardCharsets.UTF_8);
        Meta.of(object).put("uid", UUID.nameUUIDFromBytes(identity).toString());
        objects.add(object);
      }
      return objects;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServedKind kind(Store store, KindRegistry kinds, ObjectNode object) {
    String kind = object.path("kind").asText();
    return kinds.all(store.head()).stream()
        .filter(k -> k.type().kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static Stored put(Store store, String collection, Stored object, Store.Encoder encoder) {
    try {
      return store.put(collection, object.key(), null, encoder, ORIGIN);
    } catch (RacedException e) {
      throw new IllegalStateException("someone else writes to a server that has not started", e);
    }
  }
}
