package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** ReplicaSets. */
public final class ReplicaSetStrategy extends TemplateStrategy {

  @Override
  void specDefaults(ObjectNode spec) {
    Meta.setDefault(spec, "replicas", 1);
  }

  @Override
  List<String> counts() {
    return List.of("replicas");
  }

  @Override
  void check(Field set) {
    Field spec = set.get("spec");
    spec.get("replicas").nonNegative();
    spec.get("minReadySeconds").nonNegative();
    SelectorRules.replicated(spec);
  }

  @Override
  public void validateStatusUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    status(Field.of(object, errors).get("status"));
  }

  /** Used for ReplicationControllers too. */
  static void status(Field status) {
    ReplicaCounts.nonNegative(
        status,
        List.of(
            "replicas",
            "fullyLabeledReplicas",
            "readyReplicas",
            "availableReplicas",
            "observedGeneration",
            "terminatingReplicas"));
    ReplicaCounts.within(
        status, List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"));
    ReplicaCounts.available(status, "readyReplicas");
  }
}
