package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.ApiWatch;
import io.coxswain.evidence.Scenario;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchFramingTest {
  private static final String EVENTS =
      """
      {"type":"ADDED","object":{"metadata":{"name":"ä€𝄞"}, "x" : [ 1 ]}}
      {"object":{"metadata":{"name":"b"}},"type":"MODIFIED"}
      """;

  @Test
  @Scenario("runtime-21")
  void losesNoEventWhereverTheStreamIsSplit() throws IOException {
    byte[] bytes = EVENTS.getBytes(StandardCharsets.UTF_8);

    for (int chunk = 1; chunk <= bytes.length; chunk++) {
      List<ApiWatch.Frame> frames = read(new Chunked(bytes, chunk));

      assertThat(frames).extracting(ApiWatch.Frame::type).containsExactly("ADDED", "MODIFIED");
      assertThat(frames)
          .extracting(f -> new String(f.object(), StandardCharsets.UTF_8))
          .containsExactly(
              "{\"metadata\":{\"name\":\"ä€𝄞\"}, \"x\" : [ 1 ]}",
              "{\"metadata\":{\"name\":\"b\"}}");
    }
  }

  @Test
  @Scenario("runtime-21")
  void reportsATruncatedEventAsAnError() {
    byte[] whole = EVENTS.getBytes(StandardCharsets.UTF_8);

    for (int length = 1; length < EVENTS.indexOf('\n'); length++) {
      byte[] cut = java.util.Arrays.copyOf(whole, length);

      assertThatThrownBy(() -> read(new ByteArrayInputStream(cut))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void readsLinesLongerThanItsBuffer() throws IOException {
    String object = "{\"data\":\"" + "ü".repeat(100_000) + "\"}";
    String stream = ("{\"type\":\"ADDED\",\"object\":" + object + "}\n").repeat(3);

    List<ApiWatch.Frame> frames = read(new Chunked(stream.getBytes(StandardCharsets.UTF_8), 1000));

    assertThat(frames).hasSize(3);
    assertThat(new String(frames.get(2).object(), StandardCharsets.UTF_8)).isEqualTo(object);
  }

  @Test
  void findsTheEndOfArbitraryObjects() throws IOException {
    String object = "{\"a\":\"}\\\"{\\\\\",\"b\":[{\"c\":{}}],\"}\":\"\\u007b\"}";
    for (String line :
        List.of(
            "{\"type\":\"ADDED\",\"object\":%s}",
            "{\"type\":\"ADDED\",\"object\":%s} ",
            "{ \"type\" : \"ADDED\", \"object\" : %s }",
            "{\"type\":\"ADDED\",\"object\":%s,\"more\":{}}",
            "{\"type\":\"\\u0041DDED\",\"object\":%s}")) {
      byte[] bytes = (line.formatted(object) + "\n").getBytes(StandardCharsets.UTF_8);

      ApiWatch.Frame frame = read(new ByteArrayInputStream(bytes)).getFirst();

      assertThat(frame.type()).isEqualTo("ADDED");
      assertThat(new String(frame.object(), StandardCharsets.UTF_8)).isEqualTo(object);
    }
  }

  private static List<ApiWatch.Frame> read(InputStream in) throws IOException {
    var watch = new HttpWatch(new HttpStream(in, () -> {}, null, "application/json"));
    var frames = new ArrayList<ApiWatch.Frame>();
    for (var frame = watch.next(); frame != null; frame = watch.next()) {
      frames.add(frame);
    }
    return frames;
  }

  /** Returns at most this many bytes per read, as a network does. */
  private static final class Chunked extends InputStream {
    private final byte[] bytes;
    private final int chunk;
    private int position;

    Chunked(byte[] bytes, int chunk) {
      this.bytes = bytes;
      this.chunk = chunk;
    }

    @Override
    public int read() {
      return position < bytes.length ? bytes[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (position == bytes.length) {
        return -1;
      }
      int count = Math.min(Math.min(chunk, length), bytes.length - position);
      System.arraycopy(bytes, position, into, offset, count);
      position += count;
      return count;
    }
  }
}
