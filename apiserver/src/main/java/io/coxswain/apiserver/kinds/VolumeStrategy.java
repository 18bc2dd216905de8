package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.schema.SameJson;
import java.util.ArrayList;

/** PersistentVolumes: protected while in use; the server notes when their phase changes. */
final class VolumeStrategy implements Strategy {
  private static final String PROTECTION = "kubernetes.io/pv-protection";

  @Override
  public void defaults(ObjectNode volume) {
    Defaults.volume(volume);
  }

  @Override
  public void admit(ObjectNode volume, JsonNode before, WriteContext context) {
    var finalizers = new ArrayList<>(Meta.finalizers(volume));
    if (before.isMissingNode() && !finalizers.contains(PROTECTION)) {
      finalizers.add(PROTECTION);
      Meta.setFinalizers(volume, finalizers);
    }
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
