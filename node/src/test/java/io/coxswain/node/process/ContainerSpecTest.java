package io.coxswain.node.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.node.network.PodNetwork;
import io.coxswain.node.pod.TestPods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How a container's spec becomes a command line and an environment. */
class ContainerSpecTest {

  @Test
  void expandsReferencesAndKeepsUnknownAndEscapedOnes() {
    Map<String, String> variables = Map.of("A", "1", "B", "$(A)");

    assertThat(VariableExpansion.expand("$(A)-$(B)-$(C)-$$(A)-$A-$$", variables))
        .isEqualTo("1-$(A)-$(C)-$(A)-$A-$");
  }

  @Test
  void aVariableMayReferToThoseBeforeIt() throws Exception {
    Container container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("HOST")
            .withValue("h")
            .endEnv()
            .addNewEnv()
            .withName("URL")
            .withValue("http://$(HOST):$(PORT)")
            .endEnv()
            .addNewEnv()
            .withName("PORT")
            .withValue("80")
            .endEnv()
            .build();

    assertThat(resolve(container)).containsEntry("URL", "http://h:$(PORT)");
  }

  @Test
  void takesFieldsOfThePod() throws Exception {
    Container container =
        new ContainerBuilder()
            .addNewEnv()
            .withName("RANK")
            .withNewValueFrom()
            .withNewFieldRef(
                null, "metadata.annotations['batch.kubernetes.io/job-completion-index']")
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("IP")
            .withNewValueFrom()
            .withNewFieldRef(null, "status.podIP")
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("CPUS")
            .withNewValueFrom()
            .withNewResourceFieldRef()
            .withResource("limits.cpu")
            .endResourceFieldRef()
            .endValueFrom()
            .endEnv()
            .build();

    assertThat(resolve(container))
        .containsEntry("RANK", "2")
        .containsEntry("IP", "127.1.2.3")
        .containsEntry("CPUS", "4");
  }

  @Test
  void takesKeysOfConfigMapsAndSecrets() throws Exception {
    Container container =
        new ContainerBuilder()
            .addNewEnvFrom()
            .withPrefix("P_")
            .withNewConfigMapRef("settings", null)
            .endEnvFrom()
            .addNewEnv()
            .withName("TOKEN")
            .withNewValueFrom()
            .withNewSecretKeyRef("token", "login", null)
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("MAYBE")
            .withNewValueFrom()
            .withNewConfigMapKeyRef("missing", "settings", true)
            .endValueFrom()
            .endEnv()
            .build();

    assertThat(resolve(container))
        .containsEntry("P_mode", "fast")
        .containsEntry("TOKEN", "s3cret")
        .doesNotContainKey("MAYBE");
  }

  @Test
  void namesTheConfigMapOrKeyThatIsMissing() {
    assertThatThrownBy(() -> resolve(keyOf("nowhere", "k")))
        .isInstanceOf(NotStartableException.class)
        .hasMessage("configmap \"nowhere\" not found");
    assertThatThrownBy(() -> resolve(keyOf("settings", "k")))
        .hasMessage("couldn't find key k in ConfigMap default/settings");
  }

  @Test
  void writesAddressesForNamesInHeadlessServices() {
    var addresses = new Addresses(new PodNetwork(true));
    var names = new HostNames(addresses, "default", new TreeSet<>(List.of("job")));
    String address = addresses.local("default", "job-node-0-0", "job");

    assertThat(address).matches("127\\.\\d+\\.\\d+\\.\\d+").doesNotStartWith("127.0.");
    assertThat(names.replace("job-node-0-0.job")).isEqualTo(address);
    assertThat(names.replace("tcp://job-node-0-0.job.default.svc.cluster.local:29500,x"))
        .isEqualTo("tcp://" + address + ":29500,x");
    assertThat(names.replace("/data/job-node-0-0.job/x job-node-0-0.jobs a.job-node-0-0.job.py"))
        .isEqualTo("/data/job-node-0-0.job/x job-node-0-0.jobs a.job-node-0-0.job.py");
    assertThat(names.hostsFile())
        .contains(
            address
                + " job-node-0-0.job.default.svc.cluster.local job-node-0-0.job job-node-0-0\n");
  }

  @Test
  void anAddressFollowsFromTheNameAlone() {
    var first = new Addresses(new PodNetwork(true));
    var second = new Addresses(new PodNetwork(true));
    second.local("default", "other", "job");

    assertThat(first.local("default", "a", "job")).isEqualTo(second.local("default", "a", "job"));
    assertThat(first.local("default", "a", "job")).isNotEqualTo(first.local("default", "b", "job"));
    assertThat(new Addresses(new PodNetwork(false)).local("default", "a", "job"))
        .isEqualTo("127.0.0.1");
  }

  private static Container keyOf(String configMap, String key) {
    return new ContainerBuilder()
        .addNewEnv()
        .withName("X")
        .withNewValueFrom()
        .withNewConfigMapKeyRef(key, configMap, null)
        .endValueFrom()
        .endEnv()
        .build();
  }

  private static SortedMap<String, String> resolve(Container container) throws Exception {
    Pod pod =
        TestPods.pod("Never", "c")
            .editMetadata()
            .addToAnnotations("batch.kubernetes.io/job-completion-index", "2")
            .endMetadata()
            .build();
    var downward = new DownwardApi(pod, "127.1.2.3", "127.0.0.1", Map.of("cpu", new Quantity("4")));
    return new ContainerEnvironment(pod, container, downward, new FixedConfig())
        .resolve(Collections.emptySortedMap());
  }

  /** One config map and one secret. */
  private static final class FixedConfig implements ConfigData {
    @Override
    public Optional<SortedMap<String, byte[]>> configMap(String name) {
      return name.equals("settings") ? Optional.of(entry("mode", "fast")) : Optional.empty();
    }

    @Override
    public Optional<SortedMap<String, byte[]>> secret(String name) {
      return name.equals("login") ? Optional.of(entry("token", "s3cret")) : Optional.empty();
    }

    private static SortedMap<String, byte[]> entry(String key, String value) {
      return new TreeMap<>(Map.of(key, value.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
