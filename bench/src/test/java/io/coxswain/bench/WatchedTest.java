package io.coxswain.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class WatchedTest {
  @Test
  void aPlateauIsNotALeak() {
    assertThat(heaps(46, 55, 61, 68, 70, 70, 71, 73, 72, 74, 74, 75).leaks()).isEmpty();
  }

  @Test
  void continuousGrowthIsALeak() {
    assertThat(heaps(46, 49, 52, 55, 58, 61, 64, 67, 70, 73, 76, 79).leaks())
        .singleElement()
        .asString()
        .contains("heap, MiB grew from 62.5 in the middle third to 74.5 in the last");
  }

  private static Watched heaps(double... looks) {
    var watched = new Watched("it", 0);
    for (double heap : looks) {
      watched.note(new ProcessStats(heap, 300, 29, 152, Map.of()), 0);
    }
    return watched;
  }
}
