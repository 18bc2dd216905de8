package io.coxswain.apiserver.auth.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The names of the objects in its namespace to which a pod refers. */
public final class PodReferences {
  private static final List<String> CONTAINERS =
      List.of("initContainers", "containers", "ephemeralContainers");

  /** The fields of volume sources that name a Secret. */
  private static final Map<String, String> VOLUME_SECRETS =
      Map.of(
          "azureFile", "/secretName",
          "cephfs", "/secretRef/name",
          "cinder", "/secretRef/name",
          "flexVolume", "/secretRef/name",
          "rbd", "/secretRef/name",
          "secret", "/secretName",
          "scaleIO", "/secretRef/name",
          "iscsi", "/secretRef/name",
          "storageos", "/secretRef/name",
          "csi", "/nodePublishSecretRef/name");

  private final JsonNode pod;

  public PodReferences(JsonNode pod) {
    this.pod = pod;
  }

  /** Whether a node created the pod to represent a static pod. */
  public boolean isMirrorPod() {
    return pod.at("/metadata/annotations").has("kubernetes.io/config.mirror");
  }

  public String serviceAccount() {
    return Meta.text(pod, "/spec/serviceAccountName");
  }

  public SortedSet<String> secrets() {
    var names = new TreeSet<String>();
    pod.at("/spec/imagePullSecrets").forEach(secret -> add(names, secret, "/name"));
    inContainers(names, "secretRef", "secretKeyRef");
    for (JsonNode volume : volumes()) {
      VOLUME_SECRETS.forEach((source, name) -> add(names, volume.path(source), name));
      volume.at("/projected/sources").forEach(source -> add(names, source, "/secret/name"));
    }
    return names;
  }

  public SortedSet<String> configMaps() {
    var names = new TreeSet<String>();
    inContainers(names, "configMapRef", "configMapKeyRef");
    for (JsonNode volume : volumes()) {
      add(names, volume, "/configMap/name");
      volume.at("/projected/sources").forEach(source -> add(names, source, "/configMap/name"));
    }
    return names;
  }

  private void inContainers(SortedSet<String> names, String all, String one) {
    for (String list : CONTAINERS) {
      for (JsonNode container : pod.path("spec").path(list)) {
        container.path("envFrom").forEach(source -> add(names, source, "/" + all + "/name"));
        container.path("env").forEach(value -> add(names, value, "/valueFrom/" + one + "/name"));
      }
    }
  }

  public SortedSet<String> volumeClaims() {
    var names = new TreeSet<String>();
    volumes().forEach(volume -> names.add(volumeClaim(volume)));
    names.remove("");
    return names;
  }

  /** The claim of one volume of the pod; empty if the volume has none. */
  public String volumeClaim(JsonNode volume) {
    return volume.has("ephemeral")
        ? Meta.name(pod) + "-" + volume.path("name").asText("")
        : Meta.text(volume, "/persistentVolumeClaim/claimName");
  }

  public SortedSet<String> resourceClaims() {
    var names = new TreeSet<String>();
    for (JsonNode claim : pod.at("/spec/resourceClaims")) {
      add(names, claim, "/resourceClaimName");
      if (claim.hasNonNull("resourceClaimTemplateName")) {
        for (JsonNode made : pod.at("/status/resourceClaimStatuses")) {
          if (made.path("name").equals(claim.path("name"))) {
            add(names, made, "/resourceClaimName");
          }
        }
      }
    }
    add(names, pod, "/status/extendedResourceClaimStatus/resourceClaimName");
    return names;
  }

  public List<JsonNode> volumes() {
    var volumes = new ArrayList<JsonNode>();
    pod.at("/spec/volumes").forEach(volumes::add);
    return volumes;
  }

  private static void add(SortedSet<String> names, JsonNode object, String pointer) {
    String name = Meta.text(object, pointer);
    if (!name.isEmpty()) {
      names.add(name);
    }
  }
}
