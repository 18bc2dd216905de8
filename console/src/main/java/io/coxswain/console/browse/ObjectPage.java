package io.coxswain.console.browse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.Owner;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Ref;
import io.coxswain.console.summary.Workload;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.CancelledException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One object of any kind: YAML, owners, dependents, field owners, scale. */
public final class ObjectPage {
  private static final int MAX_LEVELS = 8;
  private static final int MAX_OWNED = 500;
  private static final int MAX_YAML = 1 << 20;

  /** The kinds whose objects are searched for dependents. */
  private static final List<KnownKind> OWNED =
      List.of(
          KnownKind.TRAIN_JOB,
          KnownKind.JOB_SET,
          KnownKind.JOB,
          KnownKind.DEPLOYMENT,
          KnownKind.REPLICA_SET,
          KnownKind.STATEFUL_SET,
          KnownKind.DAEMON_SET,
          KnownKind.SLURM_CLUSTER,
          KnownKind.NODE_SET);

  private final ClusterModel model;
  private final KindCatalogue kinds;
  private final Ref ref;

  public ObjectPage(ClusterModel model, KindCatalogue kinds, Ref ref) {
    this.model = model;
    this.kinds = kinds;
    this.ref = ref;
  }

  /** The object as the API server has it; empty if it does not exist. */
  public Optional<ObjectNode> fetch() throws ApiException, CancelledException {
    try {
      return Optional.of(model.client().get(ref.path()));
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Writes the parts of the document that come from the object itself. */
  public void describe(ObjectNode object, ObjectNode document)
      throws ApiException, CancelledException {
    document.put("kind", object.path("kind").asText());
    document.put("name", ref.key().name()).put("namespace", ref.key().namespace());
    document.put("resourceVersion", object.path("metadata").path("resourceVersion").asText());
    FieldOwners.write(object, document.putArray("fields"));
    owners(object, document.putArray("owners"));
    owned(object.path("metadata").path("uid").asText(), document.putObject("owned"));
    scale(document);
    document.put("yaml", yaml(object));
  }

  // ---- YAML

  private static String yaml(ObjectNode object) {
    ObjectNode shown = object.deepCopy();
    if (shown.path("metadata") instanceof ObjectNode meta) {
      meta.remove("managedFields");
    }
    if (shown.path("kind").asText().equals("Secret")) {
      hide(shown, "data");
      hide(shown, "stringData");
      if (shown.path("metadata").path("annotations") instanceof ObjectNode annotations) {
        annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
      }
    }
    String yaml = Json.yaml(shown);
    return yaml.length() <= MAX_YAML ? yaml : yaml.substring(0, MAX_YAML) + "\n# cut off here\n";
  }

  /** The page may be shown to others, or recorded: it has only the length of a secret. */
  private static void hide(ObjectNode secret, String field) {
    if (secret.path(field) instanceof ObjectNode values) {
      for (var each : new ArrayList<>(values.properties())) {
        values.put(each.getKey(), "(" + length(each.getValue().asText()) + " bytes)");
      }
    }
  }

  private static int length(String base64) {
    try {
      return Base64.getDecoder().decode(base64).length;
    } catch (IllegalArgumentException e) {
      return base64.length();
    }
  }

  // ---- owners

  /** From the owners of the object to those of its first owner, and so on. */
  private void owners(JsonNode object, ArrayNode levels) throws ApiException, CancelledException {
    JsonNode current = object;
    for (int level = 0; level < MAX_LEVELS && current != null; level++) {
      List<Owner> owners = Owner.all(current);
      if (owners.isEmpty()) {
        return;
      }
      ArrayNode list = levels.addArray();
      JsonNode next = null;
      for (Owner owner : owners) {
        ObjectNode entry = list.addObject();
        entry.put("kind", owner.kind()).put("name", owner.name());
        entry.put("controller", owner.controller());
        Optional<ResourceType> type = kinds.find(owner.apiVersion(), owner.kind());
        if (type.isPresent()) {
          Ref found = ref(type.get(), owner.name());
          entry.put("ref", found.toString());
          next = next == null ? fetchOwner(found) : next;
        }
      }
      current = next;
    }
  }

  private Ref ref(ResourceType type, String name) {
    return new Ref(
        type.group(),
        type.version(),
        type.plural(),
        type.namespaced() ? ref.key().sibling(name) : ObjectKey.of(name));
  }

  private @Nullable JsonNode fetchOwner(Ref owner) throws CancelledException {
    try {
      return model.client().get(owner.path());
    } catch (ApiException e) {
      return null; // deleted, or the user may not read it; the reference is shown all the same
    }
  }

  // ---- dependents

  private void owned(String uid, ObjectNode owned) {
    owned(uid, ref, owned, 0);
  }

  private void owned(String uid, Ref parent, ObjectNode owned, int level) {
    if (level >= MAX_LEVELS) {
      return;
    }
    for (KnownKind kind : OWNED) {
      for (Workload each : model.workloads(kind).group(parent.key())) {
        Owner owner = each.owner();
        if (owner != null && owner.uid().equals(uid) && owned.size() < MAX_OWNED) {
          entry(owned, each.ref(), kind.type().kind(), each.key().name(), parent, state(each));
          owned(each.uid(), each.ref(), owned, level + 1);
        }
      }
    }
    for (PodSummary pod : model.pods().all().values()) {
      Owner owner = pod.owner();
      if (owner != null && owner.uid().equals(uid) && owned.size() < MAX_OWNED) {
        entry(owned, pod.ref(), "Pod", pod.key().name(), parent, pod.state());
      }
    }
  }

  private static String state(Workload workload) {
    String phase = workload.status().path("phase").asText("");
    return phase.isEmpty()
        ? workload.conditions().stream()
            .filter(condition -> condition.isTrue())
            .map(condition -> condition.type())
            .reduce((_, last) -> last)
            .orElse("")
        : phase;
  }

  private static void entry(
      ObjectNode owned, Ref ref, String kind, String name, Ref parent, String state) {
    owned
        .putObject(ref.toString())
        .put("kind", kind)
        .put("name", name)
        .put("parent", parent.toString())
        .put("state", state);
  }

  // ---- scale

  private void scale(ObjectNode document) throws ApiException, CancelledException {
    ApiResponse response = model.client().answer(ApiRequest.get(ref.path() + "/scale"));
    if (!response.ok()) {
      return; // the kind has no such subresource, or the user may not read it
    }
    ObjectNode scale = Json.tree(response.body());
    if (!scale.path("kind").asText().equals("Scale")) {
      return;
    }
    document
        .putObject("scale")
        .put("spec", scale.path("spec").path("replicas").asInt())
        .put("status", scale.path("status").path("replicas").asInt())
        .put("selector", scale.path("status").path("selector").asText(""));
  }
}
