package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules for volume mounts of a container. */
final class MountRules {
  private final Map<String, JsonNode> volumes;

  /**
   * @param volumes the valid volumes of the pod, by name
   */
  MountRules(Map<String, JsonNode> volumes) {
    this.volumes = volumes;
  }

  void mounts(Field container) {
    Field mounts = container.get("volumeMounts");
    Map<String, String> devices = places(container.get("volumeDevices"), "devicePath");
    var taken = new TreeSet<String>();
    for (Field mount : mounts.items()) {
      Field name = mount.get("name").orEmpty();
      Field path = mount.get("mountPath").orEmpty();
      name.isGiven();
      if (!volumes.containsKey(name.text())) {
        name.notFound();
      }
      path.isGiven();
      if (!taken.add(path.text())) {
        path.invalid("must be unique");
      }
      if (devices.containsKey(name.text())) {
        name.invalid("must not already exist in volumeDevices");
      }
      if (devices.containsValue(path.text())) {
        path.invalid("must not already exist as a path in volumeDevices");
      }
      subPath(mount, mounts);
      // Upstream reports these at the path of the list.
      propagation(mount.get("mountPropagation").at(mounts.path() + ".mountPropagation"), container);
      recursiveReadOnly(mount, mounts.path() + ".recursiveReadOnly");
    }
  }

  private static Map<String, String> places(Field list, String path) {
    var places = new TreeMap<String, String>();
    list.items().forEach(item -> places.put(item.text("name"), item.text(path)));
    return places;
  }

  private static void subPath(Field mount, Field mounts) {
    boolean plain = !mount.get("subPath").isEmpty();
    if (plain) {
      PathRules.descending(mount.get("subPath").at(mounts.path() + ".subPath"));
    }
    Field expression = mount.get("subPathExpr");
    if (!expression.isEmpty()) {
      if (plain) {
        expression.invalid("subPathExpr and subPath are mutually exclusive");
      }
      PathRules.descending(expression.at(mounts.path() + ".subPathExpr"));
    }
  }

  private static void propagation(Field propagation, Field container) {
    propagation.oneOfIfSet(List.of("Bidirectional", "HostToContainer", "None"));
    if (propagation.is("Bidirectional") && !container.get("securityContext.privileged").isTrue()) {
      propagation.forbidden(
          "Bidirectional mount propagation is available only to privileged containers");
    }
  }

  private static void recursiveReadOnly(Field mount, String path) {
    Field wish = mount.get("recursiveReadOnly").at(path);
    wish.oneOfIfSet(List.of("Disabled", "Enabled", "IfPossible"));
    if (!wish.is("Enabled") && !wish.is("IfPossible")) {
      return;
    }
    if (!mount.get("readOnly").isTrue()) {
      wish.forbidden("may only be specified when readOnly is true");
    }
    Field propagation = mount.get("mountPropagation");
    if (propagation.isSet() && !propagation.is("None")) {
      wish.forbidden("may only be specified when mountPropagation is None or not specified");
    }
  }

  void devices(Field container) {
    Map<String, String> mounts = places(container.get("volumeMounts"), "mountPath");
    var paths = new TreeSet<String>();
    var names = new TreeSet<String>();
    for (Field device : container.get("volumeDevices").items()) {
      Field name = device.get("name").orEmpty();
      Field path = device.get("devicePath").orEmpty();
      name.isGiven();
      if (names.contains(name.text())) {
        name.invalid("must be unique");
      }
      JsonNode volume = volumes.get(name.text());
      if (volume == null) {
        name.notFound();
      } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
        name.invalid(
            "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
      }
      path.isGiven();
      if (paths.contains(path.text())) {
        path.invalid("must be unique");
      }
      if (PathRules.hasBacksteps(path.text())) {
        path.invalid("can not contain backsteps ('..')");
      } else {
        paths.add(path.text());
      }
      if (mounts.containsKey(name.text())) {
        name.invalid("must not already exist in volumeMounts");
      }
      if (mounts.containsValue(path.text())) {
        path.invalid("must not already exist as a path in volumeMounts");
      }
      if (!name.isEmpty()) {
        names.add(name.text());
      }
    }
  }
}
