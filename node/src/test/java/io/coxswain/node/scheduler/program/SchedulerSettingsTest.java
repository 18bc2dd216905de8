package io.coxswain.node.scheduler.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.runtime.config.RateLimit;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SchedulerSettingsTest {
  private static final String HEAD =
      "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

  @TempDir Path directory = Path.of("");

  private static SchedulerSettings settings(String... words) throws FlagException {
    SchedulerSettings.checkSupported(List.of(words));
    Flags flags = SchedulerSettings.flags();
    flags.parse(List.of(words));
    return SchedulerSettings.of(flags, Env.production().files());
  }

  private String file(String content) throws IOException {
    return Files.writeString(directory.resolve("scheduler.yaml"), HEAD + content).toString();
  }

  @Test
  void hasTheDefaultsOfKubeScheduler() throws Exception {
    SchedulerSettings settings = settings();

    assertThat(settings.address()).isEqualTo("0.0.0.0:10259");
    assertThat(settings.client()).isEqualTo(new RateLimit(50, 100));
    assertThat(settings.election().isOn()).isTrue();
    assertThat(settings.election().resourceNamespace()).isEqualTo("kube-system");
    assertThat(settings.election().resourceName()).isEqualTo("kube-scheduler");
    assertThat(settings.election().leaseDuration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.scheduler().names()).containsExactly("default-scheduler");
  }

  @Test
  void takesTheFlagsOfAStaticPodOfKubeadm() throws Exception {
    SchedulerSettings settings =
        settings(
            "--authentication-kubeconfig=/etc/kubernetes/scheduler.conf",
            "--authorization-kubeconfig=/etc/kubernetes/scheduler.conf",
            "--bind-address=127.0.0.1",
            "--kubeconfig=/etc/kubernetes/scheduler.conf",
            "--leader-elect=true");

    assertThat(settings.kubeconfig()).isEqualTo("/etc/kubernetes/scheduler.conf");
    assertThat(settings.address()).isEqualTo("127.0.0.1:10259");
  }

  @Test
  void readsTheConfigurationFile() throws Exception {
    String file =
        file(
            """
            clientConnection: {kubeconfig: /k, qps: 5, burst: 7}
            leaderElection: {leaderElect: false, leaseDuration: 30s}
            profiles:
            - schedulerName: one
            - schedulerName: two
            """);

    SchedulerSettings settings =
        settings("--config", file, "--kubeconfig", "/ignored", "--leader-elect-lease-duration=20s");

    assertThat(settings.kubeconfig()).isEqualTo("/k");
    assertThat(settings.client()).isEqualTo(new RateLimit(5, 7));
    assertThat(settings.election().isOn()).isFalse();
    assertThat(settings.election().leaseDuration()).isEqualTo(Duration.ofSeconds(20));
    assertThat(settings.scheduler().names()).containsExactly("one", "two");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          percentageOfNodesToScore: 50                 | percentageOfNodesToScore
          extenders: [{urlPrefix: x}]                  | extenders
          podMaxBackoffSeconds: 5                      | podMaxBackoffSeconds
          profiles: [{plugins: {score: {}}}]           | profiles[0].plugins
          profiles: [{}, {pluginConfig: []}]           | profiles[1].pluginConfig
          enableProfiling: true                        | enableProfiling: true
          """)
  void rejectsAFieldWithoutAFeatureByName(String content, String name) throws Exception {
    String file = file(content);

    assertThatThrownBy(() -> settings("--config", file))
        .isInstanceOf(FlagException.class)
        .hasMessage(file + ": " + name + " is not supported by this scheduler");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown: 1", "profiles: [{name: x}]"})
  void rejectsAnUnknownField(String content) throws Exception {
    String file = file(content);

    assertThatThrownBy(() -> settings("--config", file)).hasMessageContaining("unknown field");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          profiles: [{schedulerName: a}, {}]                 | schedulerName: Required value
          profiles: [{schedulerName: a}, {schedulerName: a}] | schedulerName: Duplicate value: "a"
          leaderElection: {resourceLock: endpoints}          | only "leases" is
          """)
  void rejectsAnInvalidValue(String content, String message) throws Exception {
    String file = file(content);

    assertThatThrownBy(() -> settings("--config", file)).hasMessageContaining(message);
  }

  @Test
  void rejectsAnotherKind() throws Exception {
    Path other = Files.writeString(directory.resolve("other.yaml"), "kind: Other\n");

    assertThatThrownBy(() -> settings("--config", other.toString()))
        .hasMessageContaining("no kind \"Other\" is registered");
  }

  @ParameterizedTest
  @CsvSource({
    "--feature-gates=A=true, --feature-gates is not supported by this scheduler",
    "--profiling, --profiling is not supported by this scheduler",
    "--secure-port=70000, '--secure-port 70000 must be between 0 and 65535, inclusive. 0 for turning off secure port'",
    "--authentication-kubeconfig=/other, --authentication-kubeconfig: must be the same as --kubeconfig",
    "--no-such-flag, unknown flag: --no-such-flag",
    "word, unknown arguments: word"
  })
  void rejectsAFlagByName(String word, String message) {
    assertThatThrownBy(() -> settings(word)).isInstanceOf(FlagException.class).hasMessage(message);
  }

  @Test
  void servesNothingWithoutAPort() throws Exception {
    assertThat(settings("--secure-port=0").address()).isEqualTo("0");
  }
}
