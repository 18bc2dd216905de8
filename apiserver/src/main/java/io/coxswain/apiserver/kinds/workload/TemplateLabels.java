package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;

/**
 * Labels that a Job has from its template. In upstream's server both are one map until the Job is
 * stored, so what is added to the template's is added to these; copies remember that.
 */
@SuppressWarnings("unchecked") // deepCopy narrows a generic method of JsonNode, as in ObjectNode
final class TemplateLabels extends ObjectNode {
  private static final long serialVersionUID = 1L;

  private TemplateLabels() {
    super(Json.NODES);
  }

  static TemplateLabels of(JsonNode labels) {
    var copy = new TemplateLabels();
    labels.properties().forEach(label -> copy.set(label.getKey(), label.getValue()));
    return copy;
  }

  @Override
  public ObjectNode deepCopy() {
    return of(this);
  }
}
