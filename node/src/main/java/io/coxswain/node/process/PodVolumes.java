package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.Seconds;
import io.coxswain.env.Files;
import io.coxswain.node.pod.PodLife;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The volumes of a pod as directories: below the pod's own, or where they are anyway. */
final class PodVolumes {
  private final Files files;
  private final Path directory;

  /** Where volumes are that are not below the pod's own directory, by name. */
  private final Map<String, Path> elsewhere = new TreeMap<>();

  PodVolumes(Files files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  /**
   * Makes the directories, with what they are to hold now.
   *
   * @return how long the shortest-lived token in them lasts; empty when there is none
   */
  Optional<Duration> prepare(Pod pod, ConfigData config, DownwardApi downward)
      throws NotStartableException, ApiException, IOException {
    Optional<Duration> shortest = Optional.empty();
    for (Volume volume : pod.getSpec().getVolumes()) {
      Path place = directory.resolve(volume.getName());
      if (files.isLink(place)) {
        files.delete(place); // a container put it there; what is written must stay in the pod
      }
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
      } else if (volume.getProjected() != null) {
        shortest = shorter(shortest, project(volume, place, config, downward));
      } else if (volume.getDownwardAPI() != null) {
        writeDownwardFiles(place, volume.getDownwardAPI().getItems(), pod, downward);
      } else if (volume.getHostPath() != null) {
        elsewhere.put(volume.getName(), hostPath(volume));
      } else if (volume.getPersistentVolumeClaim() != null) {
        claim(volume, volume.getPersistentVolumeClaim().getClaimName(), config);
      } else if (volume.getEphemeral() != null) {
        claim(volume, pod.getMetadata().getName() + "-" + volume.getName(), config);
      } else {
        throw NotStartableException.forever(
            "volume \"%s\" is of a kind that process nodes do not have; they have emptyDir, configMap, secret, projected, downwardAPI, hostPath and persistentVolumeClaim"
                .formatted(volume.getName()));
      }
    }
    return shortest;
  }

  private static Optional<Duration> shorter(Optional<Duration> one, Optional<Duration> other) {
    return one.isEmpty() || (other.isPresent() && other.get().compareTo(one.get()) < 0)
        ? other
        : one;
  }

  private Optional<Duration> project(
      Volume volume, Path place, ConfigData config, DownwardApi downward)
      throws NotStartableException, ApiException, IOException {
    files.createDirectories(place);
    Optional<Duration> shortest = Optional.empty();
    for (VolumeProjection source : volume.getProjected().getSources()) {
      if (source.getServiceAccountToken() != null) {
        var token = source.getServiceAccountToken();
        long seconds = token.getExpirationSeconds() == null ? 3600 : token.getExpirationSeconds();
        String audience = token.getAudience() == null ? "" : token.getAudience();
        write(inside(place, "path", token.getPath()), config.token(audience, seconds));
        shortest = shorter(shortest, Optional.of(Seconds.of(seconds)));
      } else if (source.getConfigMap() != null) {
        var map = source.getConfigMap();
        fill(
            place,
            found(
                volume,
                "configmap",
                map.getName(),
                config.configMap(map.getName()),
                map.getOptional()),
            map.getItems());
      } else if (source.getSecret() != null) {
        var secret = source.getSecret();
        fill(
            place,
            found(
                volume,
                "secret",
                secret.getName(),
                config.secret(secret.getName()),
                secret.getOptional()),
            secret.getItems());
      } else if (source.getDownwardAPI() != null) {
        writeDownwardFiles(place, source.getDownwardAPI().getItems(), downward.pod(), downward);
      } else {
        throw NotStartableException.forever(
            "volume \"%s\" projects something that process nodes do not have"
                .formatted(volume.getName()));
      }
    }
    return shortest;
  }

  private void writeDownwardFiles(
      Path place, List<DownwardAPIVolumeFile> items, Pod pod, DownwardApi downward)
      throws NotStartableException, IOException {
    files.createDirectories(place);
    for (DownwardAPIVolumeFile item : items) {
      String text;
      if (item.getFieldRef() != null) {
        text = downward.lines(item.getFieldRef().getFieldPath());
      } else {
        var resource = item.getResourceFieldRef();
        Container container =
            PodLife.containersOf(pod)
                .filter(c -> c.getName().equals(resource.getContainerName()))
                .findFirst()
                .orElseThrow(
                    () ->
                        NotStartableException.configuration(
                            "container " + resource.getContainerName() + " not found"));
        text = downward.resource(container, resource);
      }
      write(inside(place, "path", item.getPath()), text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private Path hostPath(Volume volume) throws NotStartableException, IOException {
    Path path = absolute(volume, Path.of(volume.getHostPath().getPath()));
    String type = volume.getHostPath().getType();
    switch (type == null ? "" : type) {
      case "DirectoryOrCreate" -> files.createDirectories(path);
      case "FileOrCreate" -> {
        if (!files.exists(path)) {
          files.write(path, new byte[0]);
        }
      }
      case "" -> {}
      default -> {
        if (!files.exists(path)) {
          throw new NotStartableException(
              "ContainerCreating",
              "MountVolume.SetUp failed for volume \"%s\" : hostPath type check failed: %s does not exist"
                  .formatted(volume.getName(), path));
        }
      }
    }
    return path;
  }

  /** A relative path would depend on the directory that the node's program was started in. */
  private static Path absolute(Volume volume, Path path) throws NotStartableException {
    if (!path.isAbsolute()) {
      throw NotStartableException.forever(
          "volume \"%s\" has the relative path \"%s\"; paths of this machine must be absolute"
              .formatted(volume.getName(), path));
    }
    return path;
  }

  private void claim(Volume volume, String name, ConfigData config)
      throws NotStartableException, ApiException, IOException {
    Path place =
        config
            .claim(name)
            .orElseThrow(
                () ->
                    new NotStartableException(
                        "ContainerCreating",
                        "MountVolume.SetUp failed for volume \"%s\" : persistentvolumeclaim \"%s\" is not bound"
                            .formatted(volume.getName(), name)));
    files.createDirectories(absolute(volume, place));
    elsewhere.put(volume.getName(), place);
  }

  private void write(Path file, byte[] content) throws IOException {
    Path parent = file.getParent();
    if (parent != null) {
      files.createDirectories(parent);
    }
    files.writeSecret(file, content);
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
      throws NotStartableException, IOException {
    files.createDirectories(place);
    if (items == null || items.isEmpty()) {
      for (var entry : data.entrySet()) {
        files.writeSecret(inside(place, "key", entry.getKey()), entry.getValue());
      }
      return;
    }
    for (KeyToPath item : items) {
      byte[] content = data.get(item.getKey());
      if (content != null) {
        write(inside(place, "path", item.getPath()), content);
      }
    }
  }

  /**
   * The mount paths of a container on this host, longest first. A missing {@code subPath} becomes a
   * directory, as on other nodes.
   *
   * @param variables those that a {@code subPathExpr} may refer to
   */
  SequencedMap<String, Path> mounts(Container container, Map<String, String> variables)
      throws NotStartableException, IOException {
    var mounts = new LinkedHashMap<String, Path>();
    List<VolumeMount> longestFirst =
        container.getVolumeMounts().stream()
            .sorted(
                Comparator.comparingInt((VolumeMount m) -> m.getMountPath().length()).reversed())
            .toList();
    for (VolumeMount mount : longestFirst) {
      Path place = elsewhere.getOrDefault(mount.getName(), directory.resolve(mount.getName()));
      String part = subPath(mount, variables);
      Path target = place;
      if (!part.isEmpty()) {
        target = inside(place, "subPath", part);
        if (!files.exists(target)) {
          files.createDirectories(target);
        }
      }
      mounts.put(mount.getMountPath(), target);
    }
    return mounts;
  }

  private static String subPath(VolumeMount mount, Map<String, String> variables) {
    String expression = mount.getSubPathExpr();
    if (expression != null && !expression.isEmpty()) {
      return VariableExpansion.expand(expression, variables);
    }
    return mount.getSubPath() == null ? "" : mount.getSubPath();
  }

  /**
   * A path below a volume: neither {@code ..} nor a symbolic link in the volume leads out of it.
   */
  private Path inside(Path place, String field, String relative) throws NotStartableException {
    Path path = place.resolve(relative).normalize();
    if (!path.startsWith(place)) {
      throw NotStartableException.forever("%s \"%s\" leaves the volume".formatted(field, relative));
    }
    for (Path part = path; part != null && !part.equals(place); part = part.getParent()) {
      if (files.isLink(part)) {
        throw NotStartableException.forever(
            "%s \"%s\" leads through the symbolic link %s, which may leave the volume"
                .formatted(field, relative, part));
      }
    }
    return path;
  }

  /**
   * Writes the places of mounts where the text names their mount paths; in one step, because a
   * place may be below the mount path of another volume, such as {@code /tmp}.
   */
  static String replace(SequencedMap<String, Path> mounts, String text) {
    if (mounts.keySet().stream().noneMatch(text::contains)) {
      return text;
    }
    String paths = mounts.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile("(?<![A-Za-z0-9._/-])(" + paths + ")(?![A-Za-z0-9._-])")
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(String.valueOf(mounts.get(found.group(1)))));
  }
}
