package io.coxswain.slurm.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.checks.k8snodes.IgnoredLabels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChecksSettingsTest {
  private static ChecksOptions read(Map<String, String> environment, String... words)
      throws FlagException {
    Flags flags = ChecksOptions.flags();
    flags.parse(List.of(words));
    return ChecksOptions.of(flags, new TreeMap<>(environment), Env.production().files());
  }

  @Test
  void hasUpstreamsDefaults() throws FlagException {
    ChecksOptions settings = read(Map.of());

    assertThat(settings.common().leaderElect()).isFalse();
    assertThat(settings.common().logging().verbosity()).isEqualTo(1);
    assertThat(settings.slurmNodesPeriod()).isEqualTo(Duration.ofMinutes(3));
    assertThat(settings.activeCheckRetry()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.activeCheckJobPeriod()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.storagePeriod()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.storageWorkers()).isEqualTo(50);
    assertThat(settings.replacement()).isTrue();
    assertThat(settings.notReadyTimeout()).contains(Duration.ofMinutes(15));
    assertThat(settings.storageThreshold()).isEqualTo(85);
    assertThat(settings.storageResumeThreshold()).isEqualTo(80);
    assertThat(settings.maintenanceType()).isEqualTo("NebiusMaintenanceScheduled");
    assertThat(settings.ignored()).isEqualTo(IgnoredLabels.NONE);
    assertThat(settings.kubelet())
        .isEqualTo(new ChecksOptions.Kubelet(10250, Duration.ofSeconds(10), true, "", ""));
    assertThat(settings.controllers().enabled()).hasSize(7);
  }

  @Test
  void certificatesOfKubeletsMayBeForAnotherName() throws FlagException {
    assertThat(
            read(
                    Map.of(),
                    "--kubelet-insecure-skip-tls-verify=false",
                    "--kubelet-ca-file=/ca",
                    "--kubelet-tls-server-name=kubelet.example")
                .kubelet())
        .isEqualTo(
            new ChecksOptions.Kubelet(
                10250, Duration.ofSeconds(10), false, "/ca", "kubelet.example"));
  }

  @Test
  void scontrolRequiresOneNamedCluster() throws FlagException {
    assertThat(read(Map.of()).scontrol()).isEmpty();
    assertThat(
            read(
                    Map.of("SLURM_CONF", "/s/slurm.conf"),
                    "--scontrol-path=scontrol",
                    "--scontrol-cluster=slurm/old")
                .scontrol())
        .hasValueSatisfying(
            local -> {
              assertThat(local.cluster()).isEqualTo(ObjectKey.of("slurm", "old"));
              assertThat(local.environment()).containsEntry("SLURM_CONF", "/s/slurm.conf");
            });
    assertThatThrownBy(() -> read(Map.of(), "--scontrol-path=scontrol"))
        .isInstanceOf(FlagException.class)
        .hasMessageContaining("-scontrol-path and -scontrol-cluster must be set together");
    assertThatThrownBy(
            () -> read(Map.of(), "--scontrol-path=scontrol", "--scontrol-cluster=only-a-name"))
        .hasMessageContaining("namespace/name");
  }

  @Test
  void takesFlagsThatHaveNoEffectAnyMore() throws FlagException {
    assertThat(
            read(Map.of(), "--pod-ephemeral-reconcile-timeout=15s", "--kubelet-max-idle-conns=5"))
        .isEqualTo(read(Map.of()));
  }

  @Test
  void theResumeThresholdIsBelowTheOther() {
    assertThatThrownBy(() -> read(Map.of(), "--ephemeral-storage-resume-threshold=85"))
        .isInstanceOf(FlagException.class)
        .hasMessageContaining("ephemeral-storage-resume-threshold")
        .hasMessageContaining("must be less than");
    assertThatThrownBy(() -> read(Map.of(), "--ephemeral-storage-threshold=100.5"))
        .hasMessageContaining("between 0 and 100");
    assertThatThrownBy(() -> read(Map.of(), "--ephemeral-storage-resume-threshold=-1"))
        .hasMessageContaining("between 0 and 100");
  }

  @Test
  void readsIgnoredLabelsFromTheEnvironmentUnlessFlagged() throws FlagException {
    var environment = Map.of("MAINTENANCE_IGNORE_NODE_LABELS", "a=b, c=d ,a=e");

    assertThat(read(environment).ignored()).isEqualTo(IgnoredLabels.parse("a=b,a=e,c=d"));
    assertThat(read(environment, "--maintenance-ignore-node-labels=x=y").ignored())
        .isEqualTo(IgnoredLabels.parse("x=y"));
    assertThat(read(environment, "--maintenance-ignore-node-labels=nonsense").ignored())
        .isEqualTo(IgnoredLabels.NONE);
  }

  @Test
  void rejectsInvalidValues() {
    assertThatThrownBy(() -> read(Map.of(), "--requeue-after-slurm-nodes=0s"))
        .hasMessageContaining("requeue-after-slurm-nodes");
    assertThatThrownBy(() -> read(Map.of(), "--pod-ephemeral-max-concurrent-reconciles=0"))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> read(Map.of(), "--controllers=topology"))
        .hasMessageContaining("topology")
        .hasMessageContaining("slurmnodes");
  }
}
