package io.coxswain.trainer.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.config.LeaderElection;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flags and configuration file. */
class SettingsTest {
  @TempDir Path folder = Path.of("");

  @Test
  @Scenario("trainer-33")
  void withoutAFileUpstreamsDefaultsHold() throws Exception {
    Settings settings = settings("");

    assertThat(settings.election().isOn()).isFalse();
    assertThat(settings.webhookPort()).isEqualTo(9443);
    assertThat(settings.metricsAddress()).isEqualTo(":8443");
    assertThat(settings.healthAddress()).isEqualTo(":8081");
    assertThat(settings.qps()).isEqualTo(50);
    assertThat(settings.burst()).isEqualTo(100);
    assertThat(settings.secureMetrics()).isTrue();
    assertThat(settings.authorizedMetrics()).isFalse();
    assertThat(settings.certificates()).isTrue();
    assertThat(settings.service()).isEqualTo("kubeflow-trainer-controller-manager");
    assertThat(settings.secret()).isEqualTo("kubeflow-trainer-webhook-cert");
    assertThat(settings.statusPort()).isEqualTo(10443);
    assertThat(settings.gates().trainJobStatus()).isFalse();
  }

  @Test
  void theFileIsReadAndTheFlagWinsOverItsGates() throws Exception {
    String file =
        """
        leaderElection: {leaderElect: true, resourceName: trainer.kubeflow.org, leaseDuration: 15s, renewDeadline: 10s, retryPeriod: 2s}
        controller: {groupKindConcurrency: {TrainJob.trainer.kubeflow.org: 5}}
        health: {readinessEndpointName: /ready}
        tls: {minVersion: "1.3", cipherSuites: [TLS_NO_SUCH, TLS_AES_128_GCM_SHA256]}
        featureGates: {TrainJobStatus: true}
        """;

    assertThat(settings(file).workers()).containsEntry("TrainJob.trainer.kubeflow.org", 5);
    assertThat(settings(file).election().isOn()).isTrue();
    assertThat(settings(file).readiness()).isEqualTo("ready");
    assertThat(settings(file).tls().protocols()).containsExactly("TLSv1.3");
    assertThat(settings(file).tls().cipherSuites()).containsExactly("TLS_AES_128_GCM_SHA256");
    assertThat(settings(file).gates().trainJobStatus()).isTrue();
    assertThat(settings(file, "--feature-gates=TrainJobStatus=false").gates().trainJobStatus())
        .isFalse();
    assertThat(settings("", "-feature-gates", "AllAlpha=true").gates().trainJobStatus()).isTrue();
  }

  @Test
  void whatTheFileOmitsHasItsDefault() throws Exception {
    LeaderElection election = settings("leaderElection: {leaderElect: true}").election();

    assertThat(election)
        .isEqualTo(
            new LeaderElection(
                true,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                "leases",
                "trainer.kubeflow.org",
                null));
    assertThat(
            settings(
                "leaderElection: {leaderElect: true, resourceName: \"\", retryPeriod: 0s,"
                    + " leaseDuration: 1m}"))
        .extracting(s -> s.election().resourceName(), s -> s.election().retryPeriod())
        .containsExactly("trainer.kubeflow.org", Duration.ofSeconds(2));
    for (String section :
        List.of(
            "webhook",
            "metrics",
            "health",
            "controller",
            "certManagement",
            "clientConnection",
            "statusServer",
            "featureGates",
            "tls")) {
      assertThat(settings(section + ": {}")).as(section).isEqualTo(settings(""));
    }
    assertThat(
            settings(
                """
                metrics: {bindAddress: "", auth: {}}
                health: {healthProbeBindAddress: "", readinessEndpointName: ""}
                certManagement: {webhookServiceName: "", webhookSecretName: ""}
                """))
        .isEqualTo(settings(""));
  }

  @Test
  void searchesAreRunOnlyWhenAskedForByName() throws Exception {
    assertThat(settings("").gates().optimizationJob()).isFalse();
    assertThat(settings("", "--feature-gates=AllAlpha=true").gates().optimizationJob()).isFalse();
    assertThat(settings("featureGates: {OptimizationJob: true}").gates().optimizationJob())
        .isTrue();
  }

  @Test
  void whatTheFileMayNotSayIsNamed() {
    refused("unknownField: 1", "failed to decode config file: ", "unknown field \"unknownField\"");
    refused("webhook: {prot: 1}", "strict decoding error: unknown field \"webhook.prot\"");
    refused("health: {}\nhealth: {}", "Duplicate field 'health'");
    refused(
        "webhook: {port: 99999}",
        "invalid configuration: webhook.port: Invalid value: 99999: must be between 1 and 65535");
    refused(
        "clientConnection: {qps: -1}\n"
            + "controller: {groupKindConcurrency: {TrainJob.trainer.kubeflow.org: 0}}",
        "invalid configuration: [clientConnection.qps: Invalid value: -1.0: must be greater than or"
            + " equal to 0, controller.groupKindConcurrency[TrainJob.trainer.kubeflow.org]: Invalid"
            + " value: 0: must be greater than 0]");
    refused("featureGates: {Speed: true}", "unrecognized feature gate: Speed");
    assertThatThrownBy(() -> settings("", "--config=/nowhere/at/all"))
        .isInstanceOf(FlagException.class)
        .hasMessageStartingWith("failed to read config file: ");
  }

  private void refused(String file, String... messages) {
    assertThatThrownBy(() -> settings(file))
        .isInstanceOf(FlagException.class)
        .hasMessageContainingAll(messages);
  }

  private Settings settings(String file, String... words) throws Exception {
    var line = new ArrayList<>(List.of(words));
    if (!file.isEmpty()) {
      Path path = folder.resolve("config.yaml");
      Files.writeString(
          path, "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\n" + file);
      line.add("--config=" + path);
    }
    Flags flags = Settings.flags();
    flags.parse(line);
    return Settings.of(flags, Env.production().files());
  }
}
