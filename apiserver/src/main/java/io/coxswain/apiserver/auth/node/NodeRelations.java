package io.coxswain.apiserver.auth.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The relations between the objects of one snapshot and one node. Nothing is kept between requests:
 * the pods of a node are found by their stored field {@code spec.nodeName}, so only those are
 * decoded.
 */
final class NodeRelations {
  private static final String PODS = "pods";
  private static final String CLAIMS = "persistentvolumeclaims";
  private static final String VOLUMES = "persistentvolumes";
  private static final String ATTACHMENTS = "volumeattachments.storage.k8s.io";
  private static final String SLICES = "resourceslices.resource.k8s.io";

  private final Snapshot snapshot;
  private final String node;

  NodeRelations(Snapshot snapshot, String node) {
    this.snapshot = snapshot;
    this.node = node;
  }

  boolean pod(String namespace, String name) {
    Stored pod = snapshot.find(PODS, ObjectKey.of(namespace, name));
    return pod != null && isHere(pod);
  }

  boolean secret(String namespace, String name) {
    return anyPod(namespace, pod -> pod.secrets().contains(name))
        || secretsOfVolumes().contains(ObjectKey.of(namespace, name));
  }

  boolean configMap(String namespace, String name) {
    return anyPod(namespace, pod -> pod.configMaps().contains(name));
  }

  boolean serviceAccount(String namespace, String name) {
    return anyPod(namespace, pod -> pod.serviceAccount().equals(name));
  }

  boolean volumeClaim(String namespace, String name) {
    return anyPod(namespace, pod -> pod.volumeClaims().contains(name));
  }

  boolean resourceClaim(String namespace, String name) {
    return anyPod(namespace, pod -> pod.resourceClaims().contains(name));
  }

  boolean volume(String name) {
    Stored volume = snapshot.find(VOLUMES, ObjectKey.of("", name));
    if (volume == null) {
      return false;
    }
    JsonNode claim = volume.tree().at("/spec/claimRef");
    return claim.isObject()
        && volumeClaim(Meta.text(claim, "/namespace"), Meta.text(claim, "/name"));
  }

  boolean attachment(String name) {
    Stored attachment = snapshot.find(ATTACHMENTS, ObjectKey.of("", name));
    return attachment != null && Meta.text(attachment.tree(), "/spec/nodeName").equals(node);
  }

  boolean slice(String name) {
    Stored slice = snapshot.find(SLICES, ObjectKey.of("", name));
    return slice != null && Meta.text(slice.tree(), "/spec/nodeName").equals(node);
  }

  private boolean isHere(Stored pod) {
    return node.equals(pod.fields().get("spec.nodeName"));
  }

  /**
   * Mirror pods are created by nodes themselves, so they must not grant access to other objects.
   */
  private boolean anyPod(String namespace, Predicate<PodReferences> refers) {
    for (Stored pod : snapshot.collection(PODS).valuesFrom(ObjectKey.of(namespace, ""))) {
      if (!pod.key().namespace().equals(namespace)) {
        return false;
      }
      if (isHere(pod)) {
        var references = new PodReferences(pod.tree());
        if (!references.isMirrorPod() && refers.test(references)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The secrets with which the node mounts the volumes that are bound to claims of its pods. */
  private SortedSet<ObjectKey> secretsOfVolumes() {
    var secrets = new TreeSet<ObjectKey>();
    for (Stored pod : snapshot.collection(PODS).values()) {
      if (!isHere(pod)) {
        continue;
      }
      var references = new PodReferences(pod.tree());
      if (references.isMirrorPod()) {
        continue;
      }
      for (String claim : references.volumeClaims()) {
        secrets.addAll(secretsOfClaim(ObjectKey.of(pod.key().namespace(), claim)));
      }
    }
    return secrets;
  }

  private List<ObjectKey> secretsOfClaim(ObjectKey claim) {
    Stored stored = snapshot.find(CLAIMS, claim);
    if (stored == null) {
      return List.of();
    }
    String name = Meta.text(stored.tree(), "/spec/volumeName");
    Stored volume = name.isEmpty() ? null : snapshot.find(VOLUMES, ObjectKey.of("", name));
    if (volume == null) {
      return List.of();
    }
    JsonNode spec = volume.tree().path("spec");
    var bound =
        ObjectKey.of(Meta.text(spec, "/claimRef/namespace"), Meta.text(spec, "/claimRef/name"));
    return bound.equals(claim) ? secretsOfVolume(spec, claim.namespace()) : List.of();
  }

  private static List<ObjectKey> secretsOfVolume(JsonNode spec, String claimNamespace) {
    var secrets = new ArrayList<ObjectKey>();
    String azure = Meta.text(spec, "/azureFile/secretName");
    if (!azure.isEmpty()) {
      String namespace = Meta.text(spec, "/azureFile/secretNamespace");
      secrets.add(ObjectKey.of(namespace.isEmpty() ? claimNamespace : namespace, azure));
    }
    for (String source : List.of("cephfs", "flexVolume", "rbd", "scaleIO", "iscsi")) {
      add(secrets, spec.path(source).path("secretRef"), claimNamespace);
    }
    for (String source : List.of("cinder", "storageos")) {
      add(secrets, spec.path(source).path("secretRef"), "");
    }
    for (String use :
        List.of("nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef")) {
      add(secrets, spec.path("csi").path(use), "");
    }
    return secrets;
  }

  private static void add(List<ObjectKey> secrets, JsonNode reference, String defaultNamespace) {
    String name = Meta.text(reference, "/name");
    String namespace = Meta.text(reference, "/namespace");
    if (!name.isEmpty()) {
      secrets.add(ObjectKey.of(namespace.isEmpty() ? defaultNamespace : namespace, name));
    }
  }
}
