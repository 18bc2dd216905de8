package io.coxswain.api.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class DictionaryQualityTest {
  private static final int SIZE = 1024;

  private final DictionaryQuality likeness = new DictionaryQuality();

  /** Notes objects that come out so small until a new dictionary is wanted; how many it took. */
  private int untilLost(double ratio, int most) {
    for (int count = 1; count <= most; count++) {
      likeness.note(SIZE, (int) (SIZE * ratio));
      if (likeness.isDegraded()) {
        return count;
      }
    }
    return 0;
  }

  @Test
  void keepsADictionaryThatStaysGood() {
    likeness.begin();

    assertThat(untilLost(0.1, 10_000)).isZero();
    assertThat(untilLost(0.19, 10_000)).as("a little worse").isZero();
  }

  @Test
  void dropsADictionaryThatNoLongerFits() {
    likeness.begin();
    untilLost(0.1, 1_000);

    assertThat(untilLost(0.4, 1_000)).isPositive();
  }

  @Test
  void waitsLongerBeforeItDropsADictionaryThatNeverFitted() {
    var counts = new ArrayList<Integer>();
    for (int i = 0; i < 5; i++) {
      likeness.begin();
      counts.add(untilLost(0.9, 10_000));
    }

    assertThat(counts).containsExactly(64, 128, 256, 512, 1024);
  }

  @Test
  void resetsTheWaitAfterAGoodDictionary() {
    for (int i = 0; i < 5; i++) {
      likeness.begin();
      untilLost(0.9, 10_000);
    }
    likeness.begin();
    untilLost(0.1, 1_000);
    untilLost(0.9, 1_000);
    likeness.begin();

    assertThat(untilLost(0.9, 10_000)).isEqualTo(64);
  }
}
