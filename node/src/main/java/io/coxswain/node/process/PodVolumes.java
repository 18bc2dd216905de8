package io.coxswain.node.process;

import io.coxswain.api.ApiException;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The volumes of a pod as directories: below the pod's own, or where they are anyway. */
final class PodVolumes {
  /** Of files; that of the directory of all volumes keeps other users out. */
  private static final int DEFAULT_MODE = 0644;

  private final Files files;
  private final Path directory;

  /** Where volumes are that are not below the pod's own directory, by name. */
  private final Map<String, Path> elsewhere = new TreeMap<>();

  PodVolumes(Files files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  /**
   * What a refresh of the volumes depends on.
   *
   * @param renewAfter when the first token in them must be renewed; empty if there is none
   * @param changeable whether the data of a volume may change while the pod runs
   */
  record Prepared(Optional<Duration> renewAfter, boolean changeable) {
    private Prepared and(Prepared other) {
      Optional<Duration> first =
          Stream.concat(renewAfter.stream(), other.renewAfter.stream())
              .min(Comparator.naturalOrder());
      return new Prepared(first, changeable || other.changeable);
    }

    /**
     * When the volumes must be prepared again; empty if never.
     *
     * @param period between reads of data that may have changed
     */
    Optional<Duration> refreshAfter(Duration period) {
      return Stream.concat(renewAfter.stream(), changeable ? Stream.of(period) : Stream.empty())
          .min(Comparator.naturalOrder());
    }
  }

  private static final Prepared FIXED = new Prepared(Optional.empty(), false);
  private static final Prepared CHANGEABLE = new Prepared(Optional.empty(), true);

  /** Creates the directories and makes them contain their current data. */
  Prepared prepare(Pod pod, ConfigData config, DownwardApi downward)
      throws NotStartableException, ApiException, IOException {
    files.createSecretDirectories(directory);
    Prepared all = FIXED;
    for (Volume volume : pod.getSpec().getVolumes()) {
      Path place = directory.resolve(volume.getName());
      if (files.isLink(place)) {
        files.delete(place); // a container put it there; what is written must stay in the pod
      }
      all = all.and(prepare(pod, volume, place, config, downward));
    }
    return all;
  }

  private Prepared prepare(
      Pod pod, Volume volume, Path place, ConfigData config, DownwardApi downward)
      throws NotStartableException, ApiException, IOException {
    if (volume.getEmptyDir() != null) {
      files.createDirectories(place);
    } else if (volume.getConfigMap() != null
        || volume.getSecret() != null
        || volume.getDownwardAPI() != null
        || volume.getProjected() != null) {
      var content = new VolumeContent(place);
      Prepared prepared = collect(volume, place, content, config, downward);
      content.write(files);
      return prepared;
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
    return FIXED;
  }

  private Prepared collect(
      Volume volume, Path place, VolumeContent content, ConfigData config, DownwardApi downward)
      throws NotStartableException, ApiException {
    if (volume.getConfigMap() != null) {
      var source = volume.getConfigMap();
      add(
          configMap(volume, source.getName(), config, source.getOptional()),
          source.getItems(),
          place,
          content,
          mode(source.getDefaultMode()));
    } else if (volume.getSecret() != null) {
      var source = volume.getSecret();
      add(
          secret(volume, source.getSecretName(), config, source.getOptional()),
          source.getItems(),
          place,
          content,
          mode(source.getDefaultMode()));
    } else if (volume.getDownwardAPI() != null) {
      var source = volume.getDownwardAPI();
      addDownward(place, content, source.getItems(), downward, mode(source.getDefaultMode()));
    } else {
      return project(volume, place, content, config, downward);
    }
    return CHANGEABLE;
  }

  private Prepared project(
      Volume volume, Path place, VolumeContent content, ConfigData config, DownwardApi downward)
      throws NotStartableException, ApiException {
    int mode = mode(volume.getProjected().getDefaultMode());
    Prepared all = FIXED;
    for (VolumeProjection source : volume.getProjected().getSources()) {
      if (source.getServiceAccountToken() != null) {
        var token = source.getServiceAccountToken();
        long seconds = token.getExpirationSeconds() == null ? 3600 : token.getExpirationSeconds();
        String audience = token.getAudience() == null ? "" : token.getAudience();
        AccountTokens.Token current = config.token(audience, seconds);
        content.add(inside(place, "path", token.getPath()), current.bytes(), mode);
        all = all.and(new Prepared(Optional.of(current.renewAfter()), false));
      } else if (source.getConfigMap() != null) {
        var map = source.getConfigMap();
        add(
            configMap(volume, map.getName(), config, map.getOptional()),
            map.getItems(),
            place,
            content,
            mode);
        all = all.and(CHANGEABLE);
      } else if (source.getSecret() != null) {
        var secret = source.getSecret();
        add(
            secret(volume, secret.getName(), config, secret.getOptional()),
            secret.getItems(),
            place,
            content,
            mode);
        all = all.and(CHANGEABLE);
      } else if (source.getDownwardAPI() != null) {
        addDownward(place, content, source.getDownwardAPI().getItems(), downward, mode);
        all = all.and(CHANGEABLE);
      } else {
        throw NotStartableException.forever(
            "volume \"%s\" projects something that process nodes do not have"
                .formatted(volume.getName()));
      }
    }
    return all;
  }

  private static int mode(@Nullable Integer mode) {
    return mode == null ? DEFAULT_MODE : mode;
  }

  private void addDownward(
      Path place,
      VolumeContent content,
      List<DownwardAPIVolumeFile> items,
      DownwardApi downward,
      int mode)
      throws NotStartableException {
    for (DownwardAPIVolumeFile item : items) {
      String text;
      if (item.getFieldRef() != null) {
        text = downward.lines(item.getFieldRef().getFieldPath());
      } else {
        var resource = item.getResourceFieldRef();
        Container container =
            PodLife.containersOf(downward.pod())
                .filter(c -> c.getName().equals(resource.getContainerName()))
                .findFirst()
                .orElseThrow(
                    () ->
                        NotStartableException.configuration(
                            "container " + resource.getContainerName() + " not found"));
        text = downward.resource(container, resource);
      }
      content.add(
          inside(place, "path", item.getPath()),
          text.getBytes(StandardCharsets.UTF_8),
          item.getMode() == null ? mode : item.getMode());
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

  private static SortedMap<String, byte[]> configMap(
      Volume volume, String name, ConfigData config, @Nullable Boolean optional)
      throws NotStartableException, ApiException {
    return found(volume, "configmap", name, config.configMap(name), optional);
  }

  private static SortedMap<String, byte[]> secret(
      Volume volume, String name, ConfigData config, @Nullable Boolean optional)
      throws NotStartableException, ApiException {
    return found(volume, "secret", name, config.secret(name), optional);
  }

  private static SortedMap<String, byte[]> found(
      Volume volume,
      String kind,
      String name,
      Optional<SortedMap<String, byte[]>> data,
      @Nullable Boolean optional)
      throws NotStartableException {
    if (data.isEmpty() && !Boolean.TRUE.equals(optional)) {
      throw new NotStartableException(
          "ContainerCreating",
          "MountVolume.SetUp failed for volume \"%s\" : %s \"%s\" not found"
              .formatted(volume.getName(), kind, name));
    }
    return data.orElseGet(TreeMap::new);
  }

  /** Adds the data of a ConfigMap or Secret: all of it, or the listed items. */
  private void add(
      SortedMap<String, byte[]> data,
      @Nullable List<KeyToPath> items,
      Path place,
      VolumeContent content,
      int mode)
      throws NotStartableException {
    if (items == null || items.isEmpty()) {
      for (var entry : data.entrySet()) {
        content.add(inside(place, "key", entry.getKey()), entry.getValue(), mode);
      }
      return;
    }
    for (KeyToPath item : items) {
      byte[] bytes = data.get(item.getKey());
      if (bytes != null) {
        content.add(
            inside(place, "path", item.getPath()),
            bytes,
            item.getMode() == null ? mode : item.getMode());
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
