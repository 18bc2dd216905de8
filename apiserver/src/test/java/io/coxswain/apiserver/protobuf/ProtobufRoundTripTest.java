package io.coxswain.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.LazyJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProtobufRoundTripTest {
  /** What Go's encoder of client-go v0.35.0 makes of the same JSON: digest by example. */
  private static final Map<String, String> ENCODED_BY_GO = encodedByGo();

  static Stream<ProtobufExamples.Example> fullExamples() {
    return ProtobufExamples.all().stream().filter(e -> e.variant().equals("full"));
  }

  static Stream<ProtobufExamples.Example> examples() {
    return ProtobufExamples.all().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fullExamples")
  void readsBackEveryFieldOfEveryKind(ProtobufExamples.Example example) throws Exception {
    byte[] encoded = ProtobufWriter.object(example.object(), 0);

    ObjectNode decoded = Protobuf.read(encoded, "", "");

    assertThat((JsonNode) decoded).isEqualTo(example.object());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void encodesEveryKindAsGoDoes(ProtobufExamples.Example example) throws Exception {
    byte[] encoded = ProtobufWriter.object(example.object(), 64);

    assertThat(digest(encoded)).isEqualTo(ENCODED_BY_GO.get(example.toString()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fullExamples")
  void encodesStoredBytesAsTheTreeTheyCameFrom(ProtobufExamples.Example example) {
    byte[] stored = Json.bytes(example.object());

    assertThat(ProtobufWriter.object(LazyJson.tree(stored), stored.length))
        .isEqualTo(ProtobufWriter.object(example.object(), 0));
  }

  @Test
  void leavesOutMembersThatTheMessageDoesNotHave() {
    ObjectNode known = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    ObjectNode unknown = known.deepCopy().put("colour", "blue");

    assertThat(ProtobufWriter.object(unknown, 0)).isEqualTo(ProtobufWriter.object(known, 0));
  }

  private static String digest(byte[] bytes) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    return HexFormat.of().formatHex(digest, 0, 8);
  }

  private static Map<String, String> encodedByGo() {
    var digests = new HashMap<String, String>();
    InputStream in =
        Objects.requireNonNull(
            ProtobufRoundTripTest.class.getResourceAsStream("encoded-by-go.txt"));
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int end = line.lastIndexOf(' ');
        digests.put(line.substring(0, end), line.substring(end + 1));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return digests;
  }
}
