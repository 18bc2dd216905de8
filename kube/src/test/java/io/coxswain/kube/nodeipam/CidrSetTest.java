package io.coxswain.kube.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.net.Cidr;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import io.coxswain.runtime.metrics.Metrics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CidrSetTest {
  private static final CidrSetMetrics METRICS = new CidrSetMetrics(new Metrics().instruments());

  private static Cidr cidr(String text) {
    return Objects.requireNonNull(Cidr.parse(text));
  }

  @Test
  void givesOneAfterTheOtherAndComesRoundAgain() {
    var set = new CidrSet(cidr("10.0.0.0/14"), 16, METRICS);
    assertThat(set.takeNext().map(Cidr::toString)).contains("10.0.0.0/16");
    assertThat(set.takeNext().map(Cidr::toString)).contains("10.1.0.0/16");
    assertThat(set.release(cidr("10.0.0.0/16"))).isTrue();
    assertThat(set.takeNext().map(Cidr::toString)).contains("10.2.0.0/16");
    assertThat(set.takeNext().map(Cidr::toString)).contains("10.3.0.0/16");
    assertThat(set.takeNext().map(Cidr::toString)).contains("10.0.0.0/16");
    assertThat(set.takeNext()).isEmpty();
  }

  @Test
  void leavesOutWhatOverlaps() {
    var set = new CidrSet(cidr("10.0.0.0/22"), 24, METRICS);
    assertThat(set.take(cidr("10.0.1.128/25"))).isTrue();
    assertThat(set.take(cidr("192.168.0.0/16"))).isFalse();
    assertThat(set.takeNext().map(Cidr::toString)).contains("10.0.0.0/24");
    assertThat(set.takeNext().map(Cidr::toString)).contains("10.0.2.0/24");
    assertThat(set.take(cidr("10.0.0.0/8"))).isTrue();
    assertThat(set.takeNext()).isEmpty();
  }

  @Test
  void dividesRangesOfTheLongFamilyToo() {
    var set = new CidrSet(cidr("2001:db8:1234::/48"), 64, METRICS);
    assertThat(set.takeNext().map(Cidr::toString)).contains("2001:db8:1234::/64");
    assertThat(set.takeNext().map(Cidr::toString)).contains("2001:db8:1234:1::/64");
  }

  /** Positive numbers take, negative ones give back what that node has. */
  @Property
  void neverGivesTheSamePartTwice(
      @ForAll @Size(max = 300) List<@IntRange(min = -40, max = 40) Integer> moves) {
    Cidr services = cidr("10.1.0.128/26");
    var set = new CidrSet(cidr("10.1.0.0/24"), 29, METRICS);
    assertThat(set.take(services)).isTrue();
    var given = new TreeMap<Integer, Cidr>();
    for (int move : moves) {
      if (move > 0 && !given.containsKey(move)) {
        Optional<Cidr> part = set.takeNext();
        assertThat(part.isEmpty()).isEqualTo(given.size() == 32 - 8);
        part.ifPresent(
            p -> {
              assertThat(given.values()).doesNotContain(p);
              assertThat(services.contains(p)).isFalse();
              given.put(move, p);
            });
      } else if (given.containsKey(-move)) {
        assertThat(set.release(Objects.requireNonNull(given.remove(-move)))).isTrue();
      }
    }
  }
}
