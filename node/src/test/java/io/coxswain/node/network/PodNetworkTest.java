package io.coxswain.node.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.net.Ip;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
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
  void mapsApiAddressesToLoopbackAddresses(String api, String linux, String elsewhere) {
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

  @ParameterizedTest(name = "own loopback {0}, port declared {1}")
  @CsvSource({
    "true, true, 127.65.0.1 127.0.0.1",
    "true, false, 127.65.0.1",
    "false, true, 127.0.0.1",
    "false, false, ''",
  })
  void dialsTheHostOnlyForDeclaredPorts(boolean ownLoopback, boolean declared, String dialed) {
    var sockets = new Refusing();

    assertThatThrownBy(
            () -> new PodNetwork(ownLoopback).connect(sockets, "10.65.0.1", 22, declared))
        .isInstanceOf(IOException.class);

    assertThat(String.join(" ", sockets.dialed)).isEqualTo(dialed);
  }

  /** Records the addresses that are dialed. */
  private static final class Refusing implements Sockets {
    private final List<String> dialed = new ArrayList<>();

    @Override
    public Connection connect(String address, int port) throws IOException {
      dialed.add(address);
      throw new ConnectException("Connection refused");
    }

    @Override
    public Listener listen(String address, int port) throws IOException {
      throw new IOException("nothing listens here");
    }
  }
}
