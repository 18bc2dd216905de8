package io.coxswain.api.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EagerCompressorTest {
  private final Random random = new Random(1);
  private final EagerCompressor eager = new EagerCompressor();

  private byte[] unlike() {
    byte[] bytes = new byte[1_000];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] like(byte[] other) {
    byte[] bytes = other.clone();
    bytes[random.nextInt(bytes.length)]++;
    return bytes;
  }

  private int kept(byte[] bytes) {
    Body body = eager.keep(bytes);
    assertThat(body.bytes()).isEqualTo(bytes);
    return body.size();
  }

  @Test
  void learnsFromTheFirstAndCompresssWhatIsLikeThem() {
    byte[] one = unlike();
    for (int i = 0; i < 64; i++) {
      kept(like(one));
    }

    assertThat(kept(like(one))).isLessThan(100);
  }

  @Test
  void trainsAgainWhenLaterObjectsDiffer() {
    for (int i = 0; i < 64; i++) {
      kept(unlike());
    }
    byte[] one = unlike();
    for (int i = 0; i < 200; i++) {
      kept(like(one));
    }

    assertThat(kept(like(one))).isLessThan(100);
  }

  @Test
  void stopsTrainingOnUnrelatedObjects() {
    int compressed = 0;
    for (int i = 0; i < 2_000; i++) {
      compressed += kept(unlike()) < 1_000 ? 1 : 0;
    }

    // One of each dictionary: the last that it was made of.
    assertThat(compressed).isBetween(1, 8);
  }
}
