package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.ApiWatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufFramesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4_096, 1_000_000})
  void readsEventsOfAllSizesHoweverTheyArrive(int chunk) throws Exception {
    List<byte[]> objects =
        List.of(object(0), object(1), object(127), object(20_000), object(100_000), object(5));
    var stream = new ByteArrayOutputStream();
    for (byte[] object : objects) {
      stream.writeBytes(event("MODIFIED", object));
    }

    List<ApiWatch.Frame> frames = read(chunked(stream.toByteArray(), chunk));

    assertThat(frames).extracting(ApiWatch.Frame::type).containsOnly("MODIFIED");
    assertThat(frames).extracting(ApiWatch.Frame::object).containsExactlyElementsOf(objects);
  }

  @Test
  void rejectsAStreamThatEndsWithinAnEvent() {
    byte[] event = event("ADDED", object(300));
    for (int length = 1; length < event.length; length++) {
      byte[] cut = Arrays.copyOf(event, length);
      assertThatThrownBy(() -> read(new ByteArrayInputStream(cut)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in the middle of a watch event");
    }
  }

  @Test
  void rejectsALengthThatNoEventHas() {
    byte[] stream = {(byte) 0xff, 0, 0, 0, 1, 2, 3};

    assertThatThrownBy(() -> read(new ByteArrayInputStream(stream)))
        .hasMessage("a watch event of 4278190080 bytes exceeds " + ProtobufFrames.MAX_LENGTH);
  }

  @Test
  void rejectsEventsThatAreNotMessages() {
    byte[] text = {0, 0, 0, 2, '{', '}'};
    assertThatThrownBy(() -> read(new ByteArrayInputStream(text))).isInstanceOf(IOException.class);
    byte[] empty = {0, 0, 0, 0};
    assertThatThrownBy(() -> read(new ByteArrayInputStream(empty)))
        .hasMessage("watch event has no object");
  }

  private static byte[] object(int length) {
    byte[] object = new byte[length];
    Arrays.fill(object, (byte) 7);
    return object;
  }

  /** An event with its length, encoded by hand. */
  static byte[] event(String type, byte[] object) {
    var raw = new ByteArrayOutputStream();
    field(raw, 1, object);
    var event = new ByteArrayOutputStream();
    field(event, 1, type.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    field(event, 2, raw.toByteArray());
    int length = event.size();
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        new byte[] {
          (byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length
        });
    out.writeBytes(event.toByteArray());
    return out.toByteArray();
  }

  static void field(ByteArrayOutputStream out, int number, byte[] value) {
    varint(out, number << 3 | 2);
    varint(out, value.length);
    out.writeBytes(value);
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    for (; rest > 0x7f; rest >>>= 7) {
      out.write((rest & 0x7f) | 0x80);
    }
    out.write(rest);
  }

  private static List<ApiWatch.Frame> read(InputStream in) throws IOException {
    var reader = new ProtobufFrames(in);
    var frames = new ArrayList<ApiWatch.Frame>();
    for (var frame = reader.next(); frame != null; frame = reader.next()) {
      frames.add(frame);
    }
    return frames;
  }

  private static InputStream chunked(byte[] bytes, int chunk) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] to, int offset, int length) {
        return super.read(to, offset, Math.min(length, chunk));
      }
    };
  }
}
