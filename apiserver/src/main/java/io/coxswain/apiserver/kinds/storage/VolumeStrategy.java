package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** PersistentVolumes. The server records the time when their phase changes. */
final class VolumeStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode volume) {
    PersistentVolumeRules.defaults(volume);
  }

  @Override
  public void prepareCreate(ObjectNode volume, WriteContext context) {
    volume
        .putObject("status")
        .put("phase", "Pending")
        .put("lastPhaseTransitionTime", Meta.time(context.now()));
  }

  @Override
  public void prepareStatusUpdate(ObjectNode volume, ObjectNode before, WriteContext context) {
    ObjectNode status = Meta.child(volume, "status");
    JsonNode time = status.path("lastPhaseTransitionTime");
    JsonNode oldTime = before.at("/status/lastPhaseTransitionTime");
    if (status.path("phase").equals(before.at("/status/phase"))) {
      if (time.isMissingNode() && !oldTime.isMissingNode()) {
        status.set("lastPhaseTransitionTime", oldTime);
      }
    } else if (time.isMissingNode() || SameJson.same(time, oldTime)) {
      status.put("lastPhaseTransitionTime", Meta.time(context.now()));
    }
  }

  @Override
  public void warn(ObjectNode volume, WriteContext context) {
    PersistentVolumeRules.warn(volume, context.warnings());
  }

  @Override
  public void validateCreate(ObjectNode volume, List<FieldError> errors) {
    PersistentVolumeRules.volume(Field.of(volume, errors));
  }

  @Override
  public void validateUpdate(ObjectNode volume, ObjectNode before, List<FieldError> errors) {
    PersistentVolumeRules.volume(Field.of(volume, errors));
    PersistentVolumeRules.step(Field.of(volume, errors), before);
  }
}
