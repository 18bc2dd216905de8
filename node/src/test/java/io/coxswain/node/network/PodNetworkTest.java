package io.coxswain.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.net.Ip;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodNetworkTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "10.64.0.1,    127.0.0.1,    127.0.0.1",
    "10.65.3.4,    127.65.3.4,   127.0.0.1",
    "10.95.255.9,  127.95.255.9, 127.0.0.1",
    "10.96.0.1,    127.96.0.1,   127.0.0.1",
    "10.111.2.3,   127.111.2.3,  127.0.0.1",
    "10.112.2.3,   10.112.2.3,   10.112.2.3",
    "10.10.2.3,    10.10.2.3,    10.10.2.3",
    "192.168.1.1,  192.168.1.1,  192.168.1.1",
    "10.65.evil,   10.65.evil,   10.65.evil"
  })
  void anAddressOfTheApiStandsForALoopbackAddress(String api, String linux, String elsewhere) {
    assertThat(new PodNetwork(true).local(api)).isEqualTo(linux);
    assertThat(new PodNetwork(false).local(api)).isEqualTo(elsewhere);
  }

  @Test
  void noPodHasALoopbackAddressOrThatOfAServiceOrNode() {
    assertThat(LongStream.range(0, 2_100_000).filter(n -> n % 97 == 0).mapToObj(PodNetwork::pod))
        .allMatch(PodNetwork::isPod)
        .noneMatch(address -> Objects.requireNonNull(Ip.parse(address)).isLoopback());
    assertThat(PodNetwork.isPod(PodNetwork.NODE)).isFalse();
    assertThat(PodNetwork.isPod("10.96.0.1")).isFalse();
    assertThat(PodNetwork.isPod("127.65.0.1")).isFalse();
  }
}
