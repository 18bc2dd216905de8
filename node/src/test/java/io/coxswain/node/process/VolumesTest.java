package io.coxswain.node.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.node.pod.TestPods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    new Volumes(files, directory).prepare(pod(), CONFIG, downward(pod()));

    assertThat(files.read(directory.resolve("config/mode"))).asString().isEqualTo("fast");
    assertThat(files.list(directory.resolve("scratch"))).isEmpty();
  }

  @Test
  void writesTheDirectoryWhereTheMountPathIsNamed() {
    Container container = pod().getSpec().getContainers().getFirst();
    var volumes = new Volumes(files, directory);

    assertThat(volumes.replace(container, "--config=/etc/config/mode"))
        .isEqualTo("--config=" + directory + "/config/mode");
    assertThat(volumes.replace(container, "/data:/data/x"))
        .isEqualTo(directory + "/scratch:" + directory + "/scratch/x");
    assertThat(volumes.replace(container, "/database /x/data")).isEqualTo("/database /x/data");
  }

  @Test
  void saysWhatIsMissingOrNotSupported() {
    var volumes = new Volumes(files, directory);
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
