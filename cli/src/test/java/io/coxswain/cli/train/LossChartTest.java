package io.coxswain.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.DoubleRange;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LossChartTest {
  private static final Style PLAIN = new Style(false, false);
  private static final Style DOTS = new Style(false, true);

  @Test
  void drawsALossThatFalls() {
    List<String> lines = LossChart.draw("loss", List.of(4.0, 2.0, 1.0, 0.5), 29, 5, PLAIN);

    assertThat(lines)
        .containsExactly(
            "4.0000 |**",
            "       |  ***",
            "  loss |     ***",
            "       |        ******",
            "0.5000 |              ******");
  }

  @Test
  void drawsInDotsWhereTheTerminalHasThem() {
    assertThat(LossChart.draw("loss", List.of(2.0, 1.0), 24, 2, DOTS))
        .hasSize(2)
        .allMatch(line -> line.chars().anyMatch(c -> c > 0x2800 && c <= 0x28ff));
  }

  @Test
  void drawsNothingOfOneValueOrWithoutRoom() {
    assertThat(LossChart.draw("loss", List.of(1.0), 80, 6, PLAIN)).isEmpty();
    assertThat(LossChart.draw("loss", List.of(2.0, 1.0), 10, 6, PLAIN)).isEmpty();
  }

  @Test
  void drawsALineWhereNothingChanges() {
    assertThat(LossChart.draw("loss", List.of(1.0, 1.0, 1.0), 40, 4, PLAIN))
        .anyMatch(line -> line.contains("*****"));
  }

  @Property
  void neverLeavesItsRoom(
      @ForAll @Size(min = 2, max = 300) List<@DoubleRange(min = -1e6, max = 1e6) Double> values,
      @ForAll @IntRange(min = 24, max = 120) int columns,
      @ForAll @IntRange(min = 2, max = 12) int rows,
      @ForAll boolean unicode) {
    List<String> lines = LossChart.draw("loss", values, columns, rows, new Style(false, unicode));

    assertThat(lines).hasSize(rows).allMatch(line -> line.length() <= columns);
  }

  @Test
  void aSeriesStaysSmallAndKeepsItsShape() {
    var series = new Series();
    IntStream.range(0, 100_000).forEach(i -> series.add(100_000 - i));

    assertThat(series.values().size()).isBetween(1000, 2048);
    assertThat(series.values()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(series.first()).isEqualTo(100_000);
    assertThat(series.last()).isEqualTo(1);
    assertThat(series.count()).isEqualTo(100_000);
  }
}
