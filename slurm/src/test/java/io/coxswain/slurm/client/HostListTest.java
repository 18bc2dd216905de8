package io.coxswain.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostListTest {

  @Test
  void expandsRangesAndKeepsTheirWidth() throws Exception {
    assertThat(HostList.expand("login-0,worker-[1-3,07],gpu[008-010]"))
        .containsExactly(
            "login-0",
            "worker-1",
            "worker-2",
            "worker-3",
            "worker-07",
            "gpu008",
            "gpu009",
            "gpu010");
    assertThat(HostList.expand("")).isEmpty();
    assertThat(HostList.expand(" a , b ")).containsExactly("a", "b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a[3-1]", "a[1-2-3]", "a[x]", "a[1-]", "a[0-999999999]", "a[1,]"})
  void rejectsRangesThatMakeNoSense(String hosts) {
    assertThatThrownBy(() -> HostList.expand(hosts))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining(hosts);
  }

  @Test
  void readsWhatSlurmCounts() throws Exception {
    assertThat(Tres.parse("cpu=16,mem=191356M,billing=16,gres/gpu=1"))
        .isEqualTo(new Tres(16, 191356L << 20, 1));
    assertThat(Tres.parse("mem=2T")).isEqualTo(new Tres(0, 2L << 40, 0));
    assertThat(Tres.parse("mem=512")).isEqualTo(new Tres(0, 512, 0));
    assertThat(Tres.parse("")).isEqualTo(new Tres(0, 0, 0));
    assertThatThrownBy(() -> Tres.parse("cpu=many")).hasMessageContaining("TRES cpu");
    assertThatThrownBy(() -> Tres.parse("mem=1X")).hasMessageContaining("TRES mem");
  }
}
