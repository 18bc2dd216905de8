package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.time.Instant;

/** Conditions that the server sets on pods. */
final class PodConditions {
  private PodConditions() {}

  /** Sets the condition; its transition time changes only with its status. */
  static ObjectNode setTrue(ObjectNode pod, String type, Instant now) {
    ArrayNode conditions = Meta.child(pod, "status").withArray("/conditions");
    ObjectNode condition =
        Meta.objects(conditions).stream()
            .filter(c -> Meta.text(c, "/type").equals(type))
            .findFirst()
            .orElseGet(conditions::addObject);
    String since =
        Meta.text(condition, "/status").equals("True")
            ? Meta.text(condition, "/lastTransitionTime")
            : "";
    condition
        .removeAll()
        .put("type", type)
        .put("status", "True")
        .putNull("lastProbeTime")
        .put("lastTransitionTime", since.isEmpty() ? Meta.time(now) : since);
    return condition;
  }
}
