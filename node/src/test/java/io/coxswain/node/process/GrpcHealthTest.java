package io.coxswain.node.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Sockets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The frames were recorded from a health server of grpc-go, which accepted the request below. */
final class GrpcHealthTest {
  private static final String SETTINGS =
      "00000604000000000000050000400000000004010000000000000408000000000000000005";
  private static final String PING = "00000806000000000002041010090e0707";
  private static final String HEADERS = "00000e010400000001885f8b1d75d0620d263d4c4d6564";
  private static final String TRAILERS =
      "00001801050000000140889acac8b21234da8f013040899acac8b5254207317f00";
  private static final String UNIMPLEMENTED =
      "000042010500000001885f8b1d75d0620d263d4c4d656440889acac8b21234da8f02313240899acac8b525420731"
          + "7f9bb6aeb51fc54a20b677310aa4d65645e728e84cebf70af8ca3a133f";

  private static final class Recorded implements Sockets.Connection {
    private final InputStream response;
    private final ByteArrayOutputStream request = new ByteArrayOutputStream();

    Recorded(String hex) {
      this.response = new ByteArrayInputStream(HexFormat.of().parseHex(hex));
    }

    @Override
    public InputStream input() {
      return response;
    }

    @Override
    public OutputStream output() {
      return request;
    }

    @Override
    public void endOutput() {}

    @Override
    public void close() {}
  }

  private static Optional<String> check(String... frames) throws IOException {
    return GrpcHealth.check("", "10.65.0.1:80", new Recorded(String.join("", frames)));
  }

  private static String status(int number) {
    return "0000070000000000010000000002080" + number;
  }

  @Test
  void aServingServiceIsHealthy() throws Exception {
    assertThat(check(SETTINGS, PING, HEADERS, status(1), TRAILERS)).isEmpty();
  }

  @Test
  void otherStatusesAreReportedByName() throws Exception {
    assertThat(check(SETTINGS, HEADERS, status(2), TRAILERS))
        .hasValue("service unhealthy (responded with \"NOT_SERVING\")");
    assertThat(check(SETTINGS, HEADERS, status(3), TRAILERS))
        .hasValue("service unhealthy (responded with \"SERVICE_UNKNOWN\")");
    assertThat(check(SETTINGS, HEADERS, "0000050000000000010000000000", TRAILERS))
        .hasValue("service unhealthy (responded with \"UNKNOWN\")");
  }

  @Test
  void aServerWithoutTheHealthServiceIsUnhealthy() throws Exception {
    assertThat(check(SETTINGS, UNIMPLEMENTED).orElseThrow())
        .startsWith("the server returned no health status");
  }

  @Test
  void sendsPrefaceHeadersAndNameAndAcknowledgesSettingsAndPings() throws Exception {
    var connection = new Recorded(SETTINGS + PING + HEADERS + status(1) + TRAILERS);

    GrpcHealth.check("db", "10.65.0.1:80", connection);

    String sent = HexFormat.of().formatHex(connection.request.toByteArray());
    assertThat(sent)
        .startsWith("505249202a20485454502f322e300d0a0d0a534d0d0a0d0a" + "000000040000000000")
        .contains("000009000100000001" + "0000000004" + "0a026462")
        .endsWith("000000040100000000" + "000008060100000000" + "02041010090e0707");
  }

  @Test
  void aNameOfMoreThan127BytesHasALengthOfTwoBytes() throws Exception {
    var connection = new Recorded(SETTINGS + HEADERS + status(1) + TRAILERS);

    GrpcHealth.check("s".repeat(300), "10.65.0.1:80", connection);

    assertThat(HexFormat.of().formatHex(connection.request.toByteArray()))
        .contains("000000012f" + "0aac02" + "73".repeat(300));
  }

  @Test
  void aServerThatDoesNotSpeakHttp2IsAnError() {
    String http1 = HexFormat.of().formatHex("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));

    assertThatThrownBy(() -> check(http1)).hasMessageContaining("does not speak HTTP/2");
  }

  @Test
  void aConnectionThatEndsEarlyIsAnError() {
    assertThatThrownBy(() -> check(SETTINGS, HEADERS)).isInstanceOf(EOFException.class);
  }

  @Test
  void framesAreBounded() {
    String ping = "000008060000000000" + "0000000000000000";

    assertThatThrownBy(() -> check(ping.repeat(2000))).hasMessageContaining("1000 frames");
  }
}
