package io.coxswain.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.env.Files;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FrameReaderTest {
  private static final int PAYLOAD = 16 << 20;

  /** So many copies of one frame, which no disk has to hold. */
  private static final class Repeated extends InputStream {
    private final byte[] frame;
    private long left;

    Repeated(byte[] frame, int times) {
      this.frame = frame;
      this.left = (long) frame.length * times;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int count) {
      if (left == 0) {
        return -1;
      }
      int at = (int) (frame.length - left % frame.length) % frame.length;
      int length = Math.min(count, frame.length - at);
      System.arraycopy(frame, at, into, offset, length);
      left -= length;
      return length;
    }
  }

  /** Files of which one is larger than an array can be. */
  private static Files files(byte[] frame, int times) {
    Files disk = Env.production().files();
    return (Files)
        Proxy.newProxyInstance(
            Files.class.getClassLoader(),
            new Class<?>[] {Files.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "size" -> (long) frame.length * times;
                  case "open" -> new Repeated(frame, times);
                  default -> method.invoke(disk, arguments);
                });
  }

  @Test
  void readsFilesOfMoreThanTwoGibibytes() throws Exception {
    byte[] payload = new byte[PAYLOAD];
    Arrays.fill(payload, (byte) 7);
    byte[] frame = Frames.frame(payload);
    int times = 140;

    try (var reader = new FrameReader(files(frame, times), Path.of("log"))) {
      int frames = 0;
      for (ByteBuffer next = reader.next(); next != null; next = reader.next()) {
        assertThat(next.remaining()).isEqualTo(PAYLOAD);
        frames++;
      }

      assertThat(frames).isEqualTo(times);
      assertThat(reader.atEnd()).isTrue();
      assertThat(reader.offset()).isEqualTo((long) frame.length * times).isGreaterThan(1L << 31);
    }
  }
}
