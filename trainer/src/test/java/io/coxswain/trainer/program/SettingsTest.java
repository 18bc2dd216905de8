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

    assertThat(settings.manager().election().isOn()).isFalse();
    assertThat(settings.manager().webhook().port()).isEqualTo(9443);
    assertThat(settings.manager().metrics().address()).isEqualTo(":8443");
    assertThat(settings.manager().health().address()).isEqualTo(":8081");
    assertThat(settings.manager().client().qps()).isEqualTo(50);
    assertThat(settings.manager().client().burst()).isEqualTo(100);
    assertThat(settings.manager().metrics().secure()).isTrue();
    assertThat(settings.manager().metrics().authorized()).isFalse();
    assertThat(settings.manager().certManagement().enabled()).isTrue();
    assertThat(settings.manager().certManagement().service())
        .isEqualTo("kubeflow-trainer-controller-manager");
    assertThat(settings.manager().certManagement().secret())
        .isEqualTo("kubeflow-trainer-webhook-cert");
    assertThat(settings.statusServer().port()).isEqualTo(10443);
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
    assertThat(settings(file).manager().election().isOn()).isTrue();
    assertThat(settings(file).manager().health().readiness()).isEqualTo("ready");
    assertThat(settings(file).manager().tls().protocols()).containsExactly("TLSv1.3");
    assertThat(settings(file).manager().tls().cipherSuites())
        .containsExactly("TLS_AES_128_GCM_SHA256");
    assertThat(settings(file).gates().trainJobStatus()).isTrue();
    assertThat(settings(file, "--feature-gates=TrainJobStatus=false").gates().trainJobStatus())
        .isFalse();
    assertThat(settings("", "-feature-gates", "AllAlpha=true").gates().trainJobStatus()).isTrue();
  }

  @Test
  void appliesDefaultsToOmittedFields() throws Exception {
    LeaderElection election = settings("leaderElection: {leaderElect: true}").manager().election();

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
        .extracting(
            s -> s.manager().election().resourceName(), s -> s.manager().election().retryPeriod())
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
  void runsSearchesOnlyIfTheGateIsNamed() throws Exception {
    assertThat(settings("").gates().optimizationJob()).isFalse();
    assertThat(settings("", "--feature-gates=AllAlpha=true").gates().optimizationJob()).isFalse();
    assertThat(settings("featureGates: {OptimizationJob: true}").gates().optimizationJob())
        .isTrue();
  }

  @Test
  void reportsInvalidFieldsOfTheFile() {
    refused("unknownField: 1", "failed to decode config file: ", "unknown field \"unknownField\"");
    refused("webhook: {prot: 1}", "strict decoding error: unknown field \"webhook.prot\"");
    refused("health: {}\nhealth: {}", "Duplicate field 'health'");
    refused(
        "webhook: {port: 99999}",
        "invalid configuration: webhook.port: Invalid value: 99999: must be between 1 and 65535");
    refused(
        "clientConnection: {qps: -1}\n"
            + "controller: {groupKindConcurrency: {TrainJob.trainer.kubeflow.org: 0}}",
        "invalid configuration: [clientConnection.qps: Invalid value: -1: must be greater than or"
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
