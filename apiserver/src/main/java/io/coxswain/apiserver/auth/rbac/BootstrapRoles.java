package io.coxswain.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates the roles and bindings of a new cluster. They are written first, so that they have the
 * same revisions in every fresh server: servers that start in the same second share them, which
 * makes them nearly free where many servers are created.
 */
public final class BootstrapRoles {
  private static final Origin ORIGIN = new Origin("create", "system:apiserver", "kube-apiserver");

  private static volatile @Nullable Made lastMade;

  private BootstrapRoles() {}

  /** The objects created for a server that started at that time with an empty store. */
  private record Made(String time, Set<String> gates, List<Placed> objects) {}

  private record Placed(String collection, Stored object) {}

  /**
   * Creates those that do not exist.
   *
   * @param gates the feature gates that are on although they are not by default
   */
  public static void run(Store store, KindRegistry kinds, Set<String> gates, Instant now) {
    String time = Meta.time(now);
    Made known = lastMade;
    boolean fresh = store.head().collections().size() == 0;
    if (fresh
        && known != null
        && known.time.equals(time)
        && known.gates.equals(gates)
        && known.objects.getFirst().object.revision() == store.revision() + 1) {
      for (Placed placed : known.objects) {
        put(store, placed.collection, placed.object.key(), revision -> placed.object);
      }
      return;
    }
    var made = new ArrayList<Placed>();
    for (ObjectNode object : BootstrapText.objects(gates)) {
      ServedKind kind = kind(store, kinds, object);
      ObjectKey key = Meta.key(object);
      if (store.head().find(kind.collection(), key) == null) {
        stamp(object, time);
        Stored stored =
            put(store, kind.collection(), key, revision -> kind.store(object, revision));
        made.add(new Placed(kind.collection(), stored));
      }
    }
    if (fresh) {
      lastMade = new Made(time, gates, List.copyOf(made));
    }
  }

  /** The rules of {@code system:node}, parsed at the first request of a node. */
  private static final class NodeRole {
    static final List<Rule> RULES =
        BootstrapText.objects(Set.of()).stream()
            .filter(object -> object.path("kind").asText().equals("ClusterRole"))
            .filter(object -> Meta.name(object).equals("system:node"))
            .findFirst()
            .map(object -> Rule.of(object.path("rules")))
            .orElseThrow();
  }

  /**
   * Whether the role {@code system:node} allows a request. Uses the role as it is bootstrapped, not
   * as it is stored now.
   */
  public static boolean nodeRoleAllows(AuthorizationAttributes access) {
    return NodeRole.RULES.stream().anyMatch(rule -> rule.allows(access));
  }

  private static ServedKind kind(Store store, KindRegistry kinds, ObjectNode object) {
    String plural = object.path("kind").asText().toLowerCase(java.util.Locale.ROOT) + "s";
    return kinds.find(store.head(), BootstrapText.GROUP, "v1", plural).orElseThrow();
  }

  private static Stored put(Store store, String collection, ObjectKey key, Store.Encoder encoder) {
    try {
      return store.put(collection, key, null, encoder, ORIGIN);
    } catch (RacedException e) {
      throw new IllegalStateException("someone else writes to a server that has not started", e);
    }
  }

  private static void stamp(ObjectNode object, String time) {
    ObjectNode meta = Meta.of(object);
    meta.put("creationTimestamp", time);
    ObjectNode entry = Json.MAPPER.createObjectNode();
    entry.put("manager", "kube-apiserver").put("operation", "Update");
    entry.put("apiVersion", BootstrapText.API).put("time", time).put("fieldsType", "FieldsV1");
    entry.set("fieldsV1", fields(object));
    ArrayNode entries = meta.putArray("managedFields");
    entries.add(entry);
  }

  private static ObjectNode fields(ObjectNode object) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    if (object.has("aggregationRule")) {
      ObjectNode rule = fields.putObject("f:aggregationRule");
      rule.putObject(".");
      rule.putObject("f:clusterRoleSelectors");
    }
    ObjectNode meta = fields.putObject("f:metadata");
    for (String map : List.of("annotations", "labels")) {
      ObjectNode owned = meta.putObject("f:" + map);
      owned.putObject(".");
      Meta.of(object).path(map).fieldNames().forEachRemaining(key -> owned.putObject("f:" + key));
    }
    for (String field : List.of("roleRef", "rules", "subjects")) {
      if (object.hasNonNull(field)) {
        fields.putObject("f:" + field);
      }
    }
    return fields;
  }
}
