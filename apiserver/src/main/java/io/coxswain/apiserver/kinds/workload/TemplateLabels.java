package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;

/**
 * Labels of a Job that come from its template. In upstream's server both are the same map until the
 * Job is stored, so additions to the template's labels affect these too; copies keep this property.
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
