package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import java.util.List;

/** Taints a new node until it is ready. */
final class TaintNodesByCondition implements Plugin {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";

  @Override
  public List<String> resources() {
    return List.of("nodes");
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE);
  }

  @Override
  public void admit(Attributes attributes) {
    for (JsonNode taint : attributes.spec().path("taints")) {
      if (taint.path("key").asText().equals(NOT_READY)
          && taint.path("effect").asText().equals("NoSchedule")) {
        return;
      }
    }
    attributes
        .spec()
        .withArray("/taints")
        .addObject()
        .put("key", NOT_READY)
        .put("effect", "NoSchedule");
  }
}
