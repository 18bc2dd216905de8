package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.env.Files;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The volumes of a pod as directories below the pod's own. */
final class Volumes {
  private static final String TOKEN = "kube-api-access-";

  private final Files files;
  private final Path directory;

  Volumes(Files files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  /** Makes the directories, with what config maps and secrets hold now. */
  void prepare(Pod pod, ConfigData config) throws NotStartableException, ApiException, IOException {
    for (Volume volume : pod.getSpec().getVolumes()) {
      if (isToken(volume.getName())) {
        continue;
      }
      Path place = directory.resolve(volume.getName());
      if (volume.getEmptyDir() != null) {
        files.createDirectories(place);
      } else if (volume.getConfigMap() != null) {
        var source = volume.getConfigMap();
        fill(
            place,
            found(
                volume,
                "configmap",
                source.getName(),
                config.configMap(source.getName()),
                source.getOptional()),
            source.getItems());
      } else if (volume.getSecret() != null) {
        var source = volume.getSecret();
        fill(
            place,
            found(
                volume,
                "secret",
                source.getSecretName(),
                config.secret(source.getSecretName()),
                source.getOptional()),
            source.getItems());
      } else {
        throw new NotStartableException(
            "UnsupportedVolume",
            "volume \"%s\" is of a kind that process nodes do not have; they have emptyDir, configMap and secret"
                .formatted(volume.getName()));
      }
    }
  }

  private static SortedMap<String, byte[]> found(
      Volume volume,
      String kind,
      String name,
      Optional<SortedMap<String, byte[]>> data,
      Boolean optional)
      throws NotStartableException {
    if (data.isEmpty() && !Boolean.TRUE.equals(optional)) {
      throw new NotStartableException(
          "ContainerCreating",
          "MountVolume.SetUp failed for volume \"%s\" : %s \"%s\" not found"
              .formatted(volume.getName(), kind, name));
    }
    return data.orElseGet(TreeMap::new);
  }

  private void fill(Path place, SortedMap<String, byte[]> data, List<KeyToPath> items)
      throws IOException {
    files.createDirectories(place);
    if (items == null || items.isEmpty()) {
      for (var entry : data.entrySet()) {
        files.writeSecret(place.resolve(entry.getKey()), entry.getValue());
      }
      return;
    }
    for (KeyToPath item : items) {
      byte[] content = data.get(item.getKey());
      if (content != null) {
        Path file = place.resolve(item.getPath());
        Path parent = file.getParent();
        files.createDirectories(parent == null ? place : parent);
        files.writeSecret(file, content);
      }
    }
  }

  /** Writes the volumes' directories where the text names their mount paths. */
  String replace(Container container, String text) {
    String replaced = text;
    List<VolumeMount> longestFirst =
        container.getVolumeMounts().stream()
            .filter(mount -> !isToken(mount.getName()))
            .sorted(
                Comparator.comparingInt((VolumeMount m) -> m.getMountPath().length()).reversed())
            .toList();
    for (VolumeMount mount : longestFirst) {
      Path place = directory.resolve(mount.getName());
      String part = mount.getSubPath();
      Path target = part == null || part.isEmpty() ? place : place.resolve(part);
      replaced =
          Pattern.compile(
                  "(?<![A-Za-z0-9._/-])"
                      + Pattern.quote(mount.getMountPath())
                      + "(?![A-Za-z0-9._-])")
              .matcher(replaced)
              .replaceAll(Matcher.quoteReplacement(target.toString()));
    }
    return replaced;
  }

  private static boolean isToken(String volumeName) {
    return volumeName.startsWith(TOKEN);
  }
}
