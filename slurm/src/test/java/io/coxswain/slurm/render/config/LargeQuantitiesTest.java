package io.coxswain.slurm.render.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quantities that the API server accepts, however large, do not stop a reconciliation. */
class LargeQuantitiesTest {
  @ParameterizedTest
  @CsvSource({"10Gi, 10240", "100E, 95367431640625", "1e900, 9223372036854775807"})
  void memoryOfNodesIsSaturated(String memory, long mebibytes) {
    assertThat(PartitionBlock.mebibytes(Map.of("memory", Quantity.parse(memory))))
        .isEqualTo(mebibytes);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000",
    "1500m, 2",
    "100E, 9223372036854775807",
    "1e900, 9223372036854775807",
  })
  void memoryOfUsersIsSaturated(String memory, long bytes) {
    assertThat(UserIsolationConf.bytes(Quantity.parse(memory), null, 80)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 800",
    "9E, 7200000000000000000",
    "1e900, 9223372036854775807",
  })
  void shareOfTheMemoryOfAContainerIsSaturated(String memory, long bytes) {
    assertThat(UserIsolationConf.bytes(null, Quantity.parse(memory), 80)).isEqualTo(bytes);
  }
}
