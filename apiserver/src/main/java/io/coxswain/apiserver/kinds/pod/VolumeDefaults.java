package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ResourceLists;
import java.util.List;

/** The defaults of volumes. */
final class VolumeDefaults {
  /** Source, field and value of defaults that are texts. */
  private static final List<List<String>> TEXTS =
      List.of(
          List.of("iscsi", "iscsiInterface", "default"),
          List.of("rbd", "pool", "rbd"),
          List.of("rbd", "user", "admin"),
          List.of("rbd", "keyring", "/etc/ceph/keyring"),
          List.of("azureDisk", "cachingMode", "ReadWrite"),
          List.of("azureDisk", "fsType", "ext4"),
          List.of("azureDisk", "kind", "Shared"),
          List.of("scaleIO", "storageMode", "ThinProvisioned"),
          List.of("scaleIO", "fsType", "xfs"));

  private VolumeDefaults() {}

  static void volume(ObjectNode volume) {
    boolean empty = volume.isEmpty() || (volume.size() == 1 && volume.has("name"));
    if (empty) {
      volume.putObject("emptyDir");
    }
    for (List<String> text : TEXTS) {
      if (volume.get(text.get(0)) instanceof ObjectNode source) {
        Meta.setDefault(source, text.get(1), text.get(2));
      }
    }
    if (volume.get("azureDisk") instanceof ObjectNode disk) {
      Meta.setDefault(disk, "readOnly", false);
    }
    if (volume.get("image") instanceof ObjectNode image) {
      Meta.setDefault(
          image, "pullPolicy", ImageName.pullPolicy(image.path("reference").asText("")));
    }
    for (String source : List.of("secret", "configMap", "projected", "downwardAPI")) {
      if (volume.get(source) instanceof ObjectNode node) {
        Meta.setDefault(node, "defaultMode", 420);
      }
    }
    if (volume.get("hostPath") instanceof ObjectNode host && !host.has("type")) {
      host.put("type", "");
    }
    if (Meta.at(volume, "/ephemeral/volumeClaimTemplate") instanceof ObjectNode template) {
      ObjectNode spec = Meta.child(template, "spec");
      Meta.setDefault(spec, "volumeMode", "Filesystem");
      ResourceLists.roundUp(Meta.at(spec, "/resources/limits"));
      ResourceLists.roundUp(Meta.at(spec, "/resources/requests"));
    }
    Meta.objects(Meta.at(volume, "/downwardAPI/items")).forEach(PodSpecs::fieldRef);
    for (ObjectNode source : Meta.objects(Meta.at(volume, "/projected/sources"))) {
      Meta.objects(Meta.at(source, "/downwardAPI/items")).forEach(PodSpecs::fieldRef);
      if (source.get("serviceAccountToken") instanceof ObjectNode token) {
        Meta.setDefault(token, "expirationSeconds", 3600);
      }
    }
  }
}
