package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.auth.node.PodReferences;
import io.coxswain.apiserver.kinds.AdmissionException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The API objects that a pod refers to. A pod that a node creates must not refer to any. */
final class ReferencedKinds {
  private static final Set<String> WITHOUT_API =
      Set.of(
          "awsElasticBlockStore",
          "azureDisk",
          "cephfs",
          "cinder",
          "downwardAPI",
          "emptyDir",
          "fc",
          "flexVolume",
          "flocker",
          "gcePersistentDisk",
          "gitRepo",
          "hostPath",
          "image",
          "iscsi",
          "nfs",
          "photonPersistentDisk",
          "portworxVolume",
          "quobyte",
          "rbd",
          "scaleIO",
          "storageos",
          "vsphereVolume");

  private static final Map<String, String> VOLUMES = new LinkedHashMap<>();
  private static final Map<String, String> PROJECTED = new LinkedHashMap<>();

  static {
    VOLUMES.put("configMap", "configmaps (via configmap volumes)");
    VOLUMES.put("secret", "secrets (via secret volumes)");
    VOLUMES.put("csi", "csidrivers (via CSI volumes)");
    VOLUMES.put("glusterfs", "endpoints (via glusterFS volumes)");
    VOLUMES.put("persistentVolumeClaim", "persistentvolumeclaims");
    VOLUMES.put("ephemeral", "persistentvolumeclaims (via ephemeral volumes)");
    VOLUMES.put("azureFile", "secrets (via azureFile volumes)");
    PROJECTED.put("configMap", "configmaps (via projected volumes)");
    PROJECTED.put("secret", "secrets (via projected volumes)");
    PROJECTED.put("serviceAccountToken", "serviceaccounts (via projected volumes)");
    PROJECTED.put("clusterTrustBundle", "clustertrustbundles");
    PROJECTED.put("podCertificate", "podcertificates");
  }

  private ReferencedKinds() {}

  /** The first kind that the pod refers to, in upstream's words; empty if there is none. */
  static Optional<String> of(JsonNode pod) {
    var references = new PodReferences(pod);
    if (!references.serviceAccount().isEmpty()) {
      return Optional.of("serviceaccounts");
    }
    if (!references.secrets().isEmpty()) {
      return Optional.of("secrets");
    }
    if (!references.configMaps().isEmpty()) {
      return Optional.of("configmaps");
    }
    if (!pod.at("/spec/resourceClaims").isEmpty()) {
      return Optional.of("resourceclaims");
    }
    for (JsonNode volume : references.volumes()) {
      Optional<String> found = volume(volume);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> volume(JsonNode volume) {
    if (volume.properties().stream().anyMatch(source -> WITHOUT_API.contains(source.getKey()))) {
      return Optional.empty();
    }
    Optional<String> found = first(volume, VOLUMES);
    if (found.isPresent()) {
      return found;
    }
    String name = volume.path("name").asText("");
    if (!volume.path("projected").isObject()) {
      throw new AdmissionException(
          "error checking mirror pod for API references: unknown volume type for volume  \""
              + name
              + "\"");
    }
    for (JsonNode source : volume.at("/projected/sources")) {
      Optional<String> projected = first(source, PROJECTED);
      if (projected.isPresent()) {
        return projected;
      }
      if (!source.path("downwardAPI").isObject()) {
        throw new AdmissionException(
            "error checking mirror pod for API references: unknown source for projected volume \""
                + name
                + "\"");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> first(JsonNode object, Map<String, String> fields) {
    return fields.entrySet().stream()
        .filter(field -> object.path(field.getKey()).isObject())
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
