package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.crd.ScalePaths;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;

/**
 * The fields of a kind's scale subresource, as JSON pointers.
 *
 * @param selector empty if there is none
 */
public record ScaleFields(String specReplicas, String statusReplicas, String selector) {
  static final ScaleFields BUILT_IN =
      new ScaleFields("/spec/replicas", "/status/replicas", "/spec/selector");

  static ScaleFields of(ScalePaths paths) {
    return new ScaleFields(
        pointer(paths.specReplicas()),
        pointer(paths.statusReplicas()),
        pointer(paths.labelSelector()));
  }

  /** CRDs use the form {@code .spec.replicas}. */
  private static String pointer(String path) {
    return path.replace('.', '/');
  }

  public int replicas(JsonNode object) {
    return object.at(specReplicas).asInt(0);
  }

  public int presentReplicas(JsonNode object) {
    return object.at(statusReplicas).asInt(0);
  }

  public JsonNode selector(JsonNode object) {
    return selector.isEmpty() ? SameJson.ABSENT : object.at(selector);
  }

  public void setReplicas(ObjectNode object, int replicas) {
    int last = specReplicas.lastIndexOf('/');
    ObjectNode parent = object;
    for (String name : specReplicas.substring(0, last).split("/")) {
      if (!name.isEmpty()) {
        parent = Meta.child(parent, name);
      }
    }
    parent.put(specReplicas.substring(last + 1), replicas);
  }
}
