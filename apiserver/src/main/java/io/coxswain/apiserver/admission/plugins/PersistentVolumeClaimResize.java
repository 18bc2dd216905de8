package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import java.util.List;

/** Rejects expanding a claim unless its class allows it. */
final class PersistentVolumeClaimResize implements Plugin {
  private static final String SIZE = "/spec/resources/requests/storage";

  @Override
  public List<String> resources() {
    return List.of("persistentvolumeclaims");
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.UPDATE);
  }

  @Override
  public void validate(Attributes attributes) {
    JsonNode old = attributes.old();
    var size = Quantities.value(Meta.text(attributes.object(), SIZE));
    if (size.compareTo(Quantities.value(Meta.text(old, SIZE))) <= 0) {
      return;
    }
    if (!Meta.text(old, "/status/phase").equals("Bound")) {
      throw new AdmissionException("Only bound persistent volume claims can be expanded");
    }
    String name = className(attributes.object());
    if (name.isEmpty() || !name.equals(className(old)) || !grows(attributes, name)) {
      throw new AdmissionException(
          "only dynamically provisioned pvc can be resized and the storageclass that provisions the"
              + " pvc must support resize");
    }
  }

  private static boolean grows(Attributes attributes, String name) {
    var stored =
        attributes.context().snapshot().find("storageclasses.storage.k8s.io", ObjectKey.of(name));
    return stored != null && stored.tree().path("allowVolumeExpansion").asBoolean(false);
  }

  private static String className(JsonNode claim) {
    JsonNode annotation =
        claim.at("/metadata/annotations").path("volume.beta.kubernetes.io/storage-class");
    return annotation.isTextual()
        ? annotation.asText()
        : Meta.text(claim, "/spec/storageClassName");
  }
}
