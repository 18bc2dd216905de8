package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.schema.SameJson;

/** PersistentVolumes. The server notes when their phase changes. */
final class VolumeStrategy implements Strategy {
  @Override
  public void defaults(ObjectNode volume) {
    Defaults.volume(volume);
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
    if (!Meta.text(volume, "/status/phase").equals(Meta.text(before, "/status/phase"))
        && SameJson.same(
            volume.at("/status/lastPhaseTransitionTime"),
            before.at("/status/lastPhaseTransitionTime"))) {
      Meta.child(volume, "status").put("lastPhaseTransitionTime", Meta.time(context.now()));
    }
  }
}
