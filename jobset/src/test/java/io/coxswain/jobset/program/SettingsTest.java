package io.coxswain.jobset.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.jobset.Features;
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
  void withoutAFileUpstreamsDefaultsHold() throws Exception {
    Settings settings = settings("");

    assertThat(settings.manager().webhook().port()).isEqualTo(9443);
    assertThat(settings.manager().metrics().address()).isEqualTo(":8443");
    assertThat(settings.manager().health().address()).isEqualTo(":8081");
    assertThat(settings.manager().client().qps()).isEqualTo(500);
    assertThat(settings.manager().client().burst()).isEqualTo(500);
    assertThat(settings.manager().certManagement().enabled()).isTrue();
    assertThat(settings.manager().certManagement().service()).isEqualTo("jobset-webhook-service");
    assertThat(settings.manager().certManagement().secret())
        .isEqualTo("jobset-webhook-server-cert");
    assertThat(settings.manager().election().isOn()).isTrue();
    assertThat(settings.manager().election().resourceName()).isEqualTo("6d4f6a47.jobset.x-k8s.io");
    assertThat(settings.manager().election().leaseDuration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.manager().tls().protocols()).containsExactly("TLSv1.2", "TLSv1.3");
    assertThat(settings.features()).isEqualTo(Features.none());
  }

  @Test
  void theFileCountsUnlessAFlagIsGiven() throws Exception {
    String file =
        """
        metrics: {bindAddress: ":9000"}
        health: {healthProbeBindAddress: ":9001"}
        leaderElection: {leaderElect: true, leaseDuration: 1m}
        clientConnection: {qps: 20, burst: 30}
        featureGates: {ElasticJobSet: true}
        """;

    Settings settings = settings(file, "--metrics-bind-address=0", "--leader-elect=false");

    assertThat(settings.manager().metrics().address()).isEqualTo("0");
    assertThat(settings.manager().health().address()).isEqualTo(":9001");
    assertThat(settings.manager().election().isOn()).isFalse();
    assertThat(settings.manager().election().leaseDuration()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.manager().election().renewDeadline()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.manager().client().qps()).isEqualTo(20);
    assertThat(settings.features().elasticJobSet()).isTrue();
  }

  @Test
  void appliesDefaultsToOmittedFields() throws Exception {
    for (String section :
        List.of(
            "webhook",
            "metrics",
            "health",
            "leaderElection",
            "internalCertManagement",
            "clientConnection",
            "featureGates",
            "tls")) {
      assertThat(settings(section + ": {}")).as(section).isEqualTo(settings(""));
    }
    assertThat(
            settings(
                """
                metrics: {bindAddress: "", certDir: ""}
                health: {healthProbeBindAddress: "", livenessEndpointName: ""}
                leaderElection: {leaseDuration: 0s, resourceName: "", resourceLock: ""}
                internalCertManagement: {webhookServiceName: "", webhookSecretName: ""}
                """))
        .isEqualTo(settings(""));
  }

  @Test
  void reportsInvalidFieldsOfTheFile() {
    refused("webhook: {prot: 1}", "unknown field \"webhook.prot\"");
    refused("health: {}\nhealth: {}", "Duplicate field 'health'");
    refused("featureGates: {Speed: true}", "unrecognized feature gate: Speed");
    refused("featureGates: {TLSOptions: false}", "locked to true");
    refused("tls: {minVersion: VersionTLS11}", "must be VersionTLS12 or VersionTLS13");
    refused(
        "tls: {minVersion: VersionTLS13, cipherSuites: [TLS_AES_128_GCM_SHA256]}",
        "may not be specified");
    refused("leaderElection: {leaseDuration: soon}", "soon");
    refused("internalCertManagement: {webhookServiceName: Not_A_Label}", "webhookServiceName");
    refused("apiVersion: v1", "Duplicate field 'apiVersion'");
  }

  @Test
  void hasOneShardUnlessTheFlagIsGiven() throws Exception {
    assertThat(settings("").manager().shards()).isEqualTo(1);
    assertThat(settings("", "--shards=4").manager().shards()).isEqualTo(4);
    assertThatThrownBy(() -> settings("", "--shards=0"))
        .isInstanceOf(FlagException.class)
        .hasMessage("invalid value 0 for --shards: must be between 1 and 256");
    assertThatThrownBy(() -> settings("", "--shards=2", "--leader-elect=false"))
        .isInstanceOf(FlagException.class)
        .hasMessageContaining("requires leader election");
  }

  private void refused(String file, String message) {
    assertThatThrownBy(() -> settings(file))
        .isInstanceOf(FlagException.class)
        .hasMessageContaining(folder.resolve("config.yaml").toString())
        .hasMessageContaining(message);
  }

  private Settings settings(String file, String... words) throws Exception {
    var line = new ArrayList<>(List.of(words));
    if (!file.isEmpty()) {
      Path path = folder.resolve("config.yaml");
      Files.writeString(
          path, "apiVersion: config.jobset.x-k8s.io/v1alpha1\nkind: Configuration\n" + file);
      line.add("--config=" + path);
    }
    Flags flags = Settings.flags();
    flags.parse(line);
    return Settings.of(flags, Env.production().files());
  }
}
