package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;

/** Finds the objects that {@code paramKind} and {@code paramRef} name. */
final class Parameters {
  private final KindRegistry kinds;

  Parameters(KindRegistry kinds) {
    this.kinds = kinds;
  }

  /**
   * The parameter objects with which to evaluate the policy, one after the other; a missing node if
   * there are none.
   *
   * @throws IllegalArgumentException if they cannot be found
   */
  List<JsonNode> find(JsonNode spec, JsonNode binding, Attributes attributes) {
    JsonNode wanted = spec.path("paramKind");
    JsonNode ref = binding.path("paramRef");
    if (!wanted.isObject() || !ref.isObject()) {
      return List.of(MissingNode.getInstance());
    }
    Snapshot snapshot = attributes.context().snapshot();
    String apiVersion = wanted.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    String version = apiVersion.substring(slash + 1);
    ServedKind kind =
        kinds.all(snapshot).stream()
            .filter(
                k ->
                    k.type().group().equals(group)
                        && k.type().version().equals(version)
                        && k.type().kind().equals(wanted.path("kind").asText()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "failed to configure policy: failed to find resource referenced by"
                            + " paramKind: '"
                            + (group.isEmpty() ? "" : group + "/")
                            + version
                            + ", Kind="
                            + wanted.path("kind").asText()
                            + "'"));
    String namespace = ref.path("namespace").asText();
    if (kind.type().namespaced() && namespace.isEmpty()) {
      namespace = attributes.namespace();
      if (namespace.isEmpty()) {
        throw new IllegalArgumentException(
            "failed to configure binding: cannot use namespaced paramRef in policy binding that"
                + " matches cluster-scoped resources");
      }
    }
    if (!kind.type().namespaced() && !namespace.isEmpty()) {
      throw new IllegalArgumentException(
          "failed to configure binding: paramRef.namespace must not be provided for a"
              + " cluster-scoped `paramKind`");
    }
    List<JsonNode> found = find(kind, namespace, ref, snapshot);
    if (found.isEmpty() && ref.path("parameterNotFoundAction").asText().equals("Deny")) {
      throw new IllegalArgumentException(
          "failed to configure binding: no params found for policy binding with `Deny`"
              + " parameterNotFoundAction");
    }
    return found;
  }

  private static List<JsonNode> find(
      ServedKind kind, String namespace, JsonNode ref, Snapshot snapshot) {
    List<JsonNode> found = new ArrayList<>();
    String name = ref.path("name").asText();
    if (!name.isEmpty()) {
      Stored stored = snapshot.find(kind.collection(), ObjectKey.of(namespace, name));
      if (stored != null) {
        found.add(kind.read(stored));
      }
      return found;
    }
    LabelSelector selector = Matching.selector(ref.path("selector"));
    for (Stored stored : snapshot.collection(kind.collection()).values()) {
      if (stored.key().namespace().equals(namespace) && selector.test(stored.labels())) {
        found.add(kind.read(stored));
      }
    }
    return found;
  }
}
