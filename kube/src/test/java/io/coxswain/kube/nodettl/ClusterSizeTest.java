package io.coxswain.kube.nodettl;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterSizeTest {

  private static ClusterSize of(int nodes) {
    var size = new ClusterSize();
    for (int i = 0; i < nodes; i++) {
      size.add();
    }
    return size;
  }

  @Test
  void keepsThingsLongerInALargerCluster() {
    assertThat(of(100).ttlSeconds()).isZero();
    assertThat(of(101).ttlSeconds()).isEqualTo(15);
    assertThat(of(500).ttlSeconds()).isEqualTo(15);
    assertThat(of(501).ttlSeconds()).isEqualTo(30);
    assertThat(of(1001).ttlSeconds()).isEqualTo(60);
    assertThat(of(2001).ttlSeconds()).isEqualTo(300);
  }

  @Test
  void doesNotGoBackUntilTheClusterIsWellBelowTheLimit() {
    ClusterSize size = of(101);
    for (int nodes = 101; nodes > 90; nodes--) {
      size.remove();
    }
    assertThat(size.ttlSeconds()).isEqualTo(15);
    size.remove();
    assertThat(size.ttlSeconds()).isZero();
  }

  /** Whatever way a size is reached, the TTL is one of the two that overlap there. */
  @Property
  void isNeverFarFromWhatASizeCallsFor(
      @ForAll @Size(max = 20) List<@IntRange(min = -700, max = 700) Integer> moves) {
    var size = new ClusterSize();
    int nodes = 0;
    for (int move : moves) {
      for (int i = 0; i < Math.abs(move); i++) {
        if (move > 0) {
          size.add();
          nodes++;
        } else if (nodes > 0) {
          size.remove();
          nodes--;
        }
      }
      int least = of((int) Math.floor(nodes * 0.9)).ttlSeconds();
      int most = of((int) Math.ceil(nodes / 0.9) + 1).ttlSeconds();
      assertThat(size.ttlSeconds()).isBetween(least, most);
    }
  }
}
