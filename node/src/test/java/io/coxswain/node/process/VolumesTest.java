package io.coxswain.node.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.evidence.Attack;
import io.coxswain.node.pod.TestPods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumesTest {
  private static final ConfigData CONFIG =
      new ConfigData() {
        @Override
        public Optional<SortedMap<String, byte[]>> configMap(String name) {
          byte[] text = "fast".getBytes(StandardCharsets.UTF_8);
          return name.equals("settings")
              ? Optional.of(new TreeMap<>(Map.of("mode", text)))
              : Optional.empty();
        }

        @Override
        public Optional<SortedMap<String, byte[]>> secret(String name) {
          return Optional.empty();
        }
      };

  @TempDir Path directory;
  private final Files files = Env.production().files();

  @Test
  void isADirectoryWithWhatTheConfigMapHolds() throws Exception {
    new PodVolumes(files, directory).prepare(pod(), CONFIG, downward(pod()));

    assertThat(files.read(directory.resolve("config/mode"))).asString().isEqualTo("fast");
    assertThat(files.list(directory.resolve("scratch"))).isEmpty();
  }

  @Test
  void removesKeysThatNoLongerExistAndLeavesUnchangedFilesAlone() throws Exception {
    var data = new TreeMap<String, byte[]>();
    data.put("mode", bytes("fast"));
    data.put("level", bytes("3"));
    ConfigData config = settings(data);
    new PodVolumes(files, directory).prepare(pod(), config, downward(pod()));
    FileTime before = java.nio.file.Files.getLastModifiedTime(directory.resolve("config/mode"));

    data.remove("level");
    data.put("color", bytes("red"));
    PodVolumes.Prepared prepared =
        new PodVolumes(files, directory).prepare(pod(), config, downward(pod()));

    assertThat(prepared.refreshAfter(Duration.ofMinutes(1))).contains(Duration.ofMinutes(1));
    assertThat(files.list(directory.resolve("config")))
        .containsExactly(directory.resolve("config/color"), directory.resolve("config/mode"));
    assertThat(java.nio.file.Files.getLastModifiedTime(directory.resolve("config/mode")))
        .isEqualTo(before);
  }

  @Test
  void filesHaveTheirModesBelowADirectoryOfTheOwner() throws Exception {
    Pod pod =
        new PodBuilder(pod())
            .editSpec()
            .editFirstVolume()
            .editConfigMap()
            .withDefaultMode(0440)
            .addNewItem("mode", null, "default")
            .addNewItem("mode", 0400, "own")
            .endConfigMap()
            .endVolume()
            .endSpec()
            .build();
    Path volumes = directory.resolve("volumes");

    new PodVolumes(files, volumes).prepare(pod, CONFIG, downward(pod));

    assertThat(files.mode(volumes.resolve("config/default"))).isEqualTo(0440);
    assertThat(files.mode(volumes.resolve("config/own"))).isEqualTo(0400);
    assertThat(files.mode(volumes)).isEqualTo(0700);
  }

  @Test
  void aVolumeWithoutChangeableDataIsNeverRefreshed() throws Exception {
    Pod pod = new PodBuilder(pod()).editSpec().withVolumes().endSpec().build();

    PodVolumes.Prepared prepared =
        new PodVolumes(files, directory).prepare(pod, CONFIG, downward(pod));

    assertThat(prepared.refreshAfter(Duration.ofMinutes(1))).isEmpty();
  }

  @Test
  void writesTheDirectoryWhereTheMountPathIsNamed() throws Exception {
    Container container = pod().getSpec().getContainers().getFirst();
    var mounts = new PodVolumes(files, directory).mounts(container, Map.of());

    assertThat(PodVolumes.replace(mounts, "--config=/etc/config/mode"))
        .isEqualTo("--config=" + directory + "/config/mode");
    assertThat(PodVolumes.replace(mounts, "/data:/data/x"))
        .isEqualTo(directory + "/scratch:" + directory + "/scratch/x");
    assertThat(PodVolumes.replace(mounts, "/database /x/data")).isEqualTo("/database /x/data");
  }

  @Test
  void leavesPlacesBelowTheMountPathOfAnotherVolumeAsTheyAre() {
    var mounts = new LinkedHashMap<String, Path>();
    mounts.put("/mnt/jail", Path.of("/tmp/run/jail"));
    mounts.put("/tmp", Path.of("/tmp/run/scratch"));

    assertThat(PodVolumes.replace(mounts, "cp /mnt/jail/a /tmp/b"))
        .isEqualTo("cp /tmp/run/jail/a /tmp/run/scratch/b");
  }

  @Test
  void reportsMissingOrUnsupportedVolumes() {
    var volumes = new PodVolumes(files, directory);
    Pod missing =
        new PodBuilder(pod())
            .editSpec()
            .addNewVolume()
            .withName("s")
            .withNewSecret()
            .withSecretName("nowhere")
            .endSecret()
            .endVolume()
            .endSpec()
            .build();
    Pod host =
        new PodBuilder(pod())
            .editSpec()
            .addNewVolume()
            .withName("h")
            .withNewNfs("/", null, "server")
            .endVolume()
            .endSpec()
            .build();

    assertThatThrownBy(() -> volumes.prepare(missing, CONFIG, downward(missing)))
        .hasMessage("MountVolume.SetUp failed for volume \"s\" : secret \"nowhere\" not found");
    assertThatThrownBy(() -> volumes.prepare(host, CONFIG, downward(host)))
        .hasMessageStartingWith("volume \"h\" is of a kind that process nodes do not have");
  }

  @Test
  void aSubPathIsADirectoryOfTheVolume() throws Exception {
    var mounts = volumesOf(pod()).mounts(mounting("a/b", ""), Map.of());
    var expanded = volumesOf(pod()).mounts(mounting("", "$(RANK)"), Map.of("RANK", "3"));

    assertThat(mounts).containsEntry("/data", directory.resolve("scratch/a/b"));
    assertThat(files.list(directory.resolve("scratch/a/b"))).isEmpty();
    assertThat(expanded).containsEntry("/data", directory.resolve("scratch/3"));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"../other", "/etc", "a/../../other", "out", "out/deeper"})
  @Attack("a subPath leaves its volume by .., an absolute path or a symbolic link")
  void aSubPathDoesNotLeaveTheVolume(String subPath) throws Exception {
    PodVolumes volumes = volumesOf(pod());
    Path outside = java.nio.file.Files.createDirectories(directory.resolve("outside"));
    java.nio.file.Files.createSymbolicLink(directory.resolve("scratch/out"), outside);

    assertThatThrownBy(() -> volumes.mounts(mounting(subPath, ""), Map.of()))
        .isInstanceOf(NotStartableException.class)
        .hasMessageStartingWith("subPath \"" + subPath + "\"");
    assertThat(files.list(outside)).isEmpty();
  }

  @Test
  @Attack("a container replaces the directory of a volume by a symbolic link")
  void doesNotWriteVolumeContentThroughALink() throws Exception {
    Path outside = java.nio.file.Files.createDirectories(directory.resolve("outside"));
    java.nio.file.Files.createSymbolicLink(directory.resolve("config"), outside);

    volumesOf(pod());

    assertThat(files.list(outside)).isEmpty();
    assertThat(files.read(directory.resolve("config/mode"))).asString().isEqualTo("fast");
  }

  @Test
  void aHostPathMustBeAbsolute() {
    Pod pod =
        new PodBuilder(pod())
            .editSpec()
            .addNewVolume()
            .withName("h")
            .withNewHostPath("data", "DirectoryOrCreate")
            .endVolume()
            .endSpec()
            .build();

    assertThatThrownBy(() -> volumesOf(pod))
        .hasMessage(
            "volume \"h\" has the relative path \"data\"; paths of this machine must be absolute");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static ConfigData settings(SortedMap<String, byte[]> data) {
    return new ConfigData() {
      @Override
      public Optional<SortedMap<String, byte[]>> configMap(String name) {
        return Optional.of(data);
      }

      @Override
      public Optional<SortedMap<String, byte[]>> secret(String name) {
        return Optional.empty();
      }
    };
  }

  private PodVolumes volumesOf(Pod pod) throws Exception {
    var volumes = new PodVolumes(files, directory);
    volumes.prepare(pod, CONFIG, downward(pod));
    return volumes;
  }

  private static Container mounting(String subPath, String expression) {
    return new ContainerBuilder()
        .withName("c")
        .addNewVolumeMount()
        .withName("scratch")
        .withMountPath("/data")
        .withSubPath(subPath)
        .withSubPathExpr(expression)
        .endVolumeMount()
        .build();
  }

  private static Pod pod() {
    return TestPods.pod("Never", "c")
        .editSpec()
        .editContainer(0)
        .addNewVolumeMount()
        .withName("config")
        .withMountPath("/etc/config")
        .endVolumeMount()
        .addNewVolumeMount()
        .withName("scratch")
        .withMountPath("/data")
        .endVolumeMount()
        .endContainer()
        .addNewVolume()
        .withName("config")
        .withNewConfigMap()
        .withName("settings")
        .endConfigMap()
        .endVolume()
        .addNewVolume()
        .withName("scratch")
        .withNewEmptyDir()
        .endEmptyDir()
        .endVolume()
        .addNewVolume()
        .withName("kube-api-access-x")
        .withNewProjected()
        .endProjected()
        .endVolume()
        .endSpec()
        .build();
  }

  private static DownwardApi downward(Pod pod) {
    return new DownwardApi(pod, "127.1.0.1", "127.0.0.1", Map.of());
  }
}
