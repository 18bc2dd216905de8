package io.coxswain.slurm.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void hasUpstreamsDefaults() throws FlagException {
    OperatorOptions settings = read(Map.of());

    assertThat(settings.common().metricsAddress()).isEqualTo(":8080");
    assertThat(settings.common().healthAddress()).isEqualTo(":8081");
    assertThat(settings.common().leaderElect()).isTrue();
    assertThat(settings.common().secureMetrics()).isFalse();
    assertThat(settings.common().http2()).isFalse();
    assertThat(settings.common().cacheSyncTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(settings.common().workers()).isEqualTo(1);
    assertThat(settings.common().logging().json()).isTrue();
    assertThat(settings.common().logging().verbosity()).isZero();
    assertThat(settings.webhooks()).isTrue();
    assertThat(settings.topologyPrefix()).isEqualTo("topology.nebius.com");
    assertThat(settings.clusterDomain()).isEqualTo("cluster.local");
    assertThat(settings.namespaces().names()).isEmpty();
    assertThat(settings.foreignKinds()).isEqualTo(ForeignKindsAsked.NOTHING);
    assertThat(settings.controllers().enabled()).hasSize(5);
  }

  @Test
  void readsLogOptionsFromTheEnvironmentUnlessFlagged() throws FlagException {
    var environment =
        Map.of("SLURM_OPERATOR_LOG_FORMAT", "plain", "SLURM_OPERATOR_LOG_LEVEL", "debug");

    assertThat(read(environment).common().logging().json()).isFalse();
    assertThat(read(environment).common().logging().verbosity()).isEqualTo(1);
    assertThat(read(environment, "-log-format=json").common().logging().json()).isTrue();
    assertThat(read(environment, "--log-level", "warn").common().logging().verbosity())
        .isEqualTo(-1);
    assertThat(read(Map.of(), "--log-level=loud").common().logging().verbosity()).isZero();
  }

  @Test
  void splitsTheListOfNamespaces() throws FlagException {
    assertThat(read(Map.of("SLURM_OPERATOR_WATCH_NAMESPACES", "a, b")).namespaces().names())
        .containsExactly("a", "b");
    assertThat(read(Map.of("SLURM_OPERATOR_WATCH_NAMESPACES", "*")).namespaces().names()).isEmpty();
  }

  @Test
  void treatsOnlyTrueAsAnInstalledKind() throws FlagException {
    ForeignKindsAsked asked =
        read(Map.of("IS_MARIADB_CRD_INSTALLED", "True", "IS_APPARMOR_CRD_INSTALLED", "true"))
            .foreignKinds();

    assertThat(asked.mariaDb()).isEqualTo(Optional.of(false));
    assertThat(asked.appArmor()).isEqualTo(Optional.of(true));
    assertThat(asked.prometheus()).isEmpty();
  }

  @Test
  void takesTheFlagsOfEarlierVersions() throws FlagException {
    OperatorOptions settings =
        read(
            Map.of(),
            "--controllers=cluster",
            "--enable-topology-controller=true",
            "--reconcile-timeout=3m");

    assertThat(settings.controllers().enabled()).containsExactly("cluster", "topology");
  }

  @Test
  void rejectsZeroConcurrency() {
    assertThatThrownBy(() -> read(Map.of(), "--max-concurrent-reconciles=0"))
        .isInstanceOf(FlagException.class)
        .hasMessageContaining("max-concurrent-reconciles");
  }

  private static OperatorOptions read(Map<String, String> environment, String... line)
      throws FlagException {
    Flags flags = OperatorOptions.flags();
    flags.parse(List.of(line));
    flags.parse(List.of("--operator-namespace=soperator-system"));
    return OperatorOptions.of(flags, new TreeMap<>(environment), Env.production().files());
  }
}
