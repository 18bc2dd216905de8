package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.util.List;
import java.util.function.Consumer;

/** StatefulSets: all but a few fields of the spec stay as they are created. */
final class StatefulSetStrategy extends WorkloadStrategy {
  private static final List<String> MUTABLE =
      List.of(
          "replicas",
          "ordinals",
          "template",
          "updateStrategy",
          "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy",
          "minReadySeconds");

  StatefulSetStrategy(Consumer<ObjectNode> specDefaults, Consumer<ObjectNode> statusDefaults) {
    super(specDefaults, statusDefaults);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    ObjectNode now = Meta.child(object, "spec").deepCopy();
    ObjectNode old = Meta.child(before, "spec").deepCopy();
    now.remove(MUTABLE);
    old.remove(MUTABLE);
    if (!SameJson.same(now, old)) {
      errors.add(
          FieldError.forbidden(
              "spec",
              "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                  + " 'updateStrategy', 'revisionHistoryLimit',"
                  + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"));
    }
  }
}
