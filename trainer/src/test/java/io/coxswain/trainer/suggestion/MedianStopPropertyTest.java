package io.coxswain.trainer.suggestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import io.coxswain.trainer.suggestion.MedianStop.Reports;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MedianStopPropertyTest {
  private static final MedianStop RULE = new MedianStop(3, 4);

  @Property
  void remembersTheAverageOfTheFirstReportsAndTheBestOfAll(
      @ForAll @Size(8) List<@IntRange(min = 0, max = 9) Integer> losses,
      @ForAll @IntRange(min = 1, max = 8) int seen) {
    List<Integer> reported = losses.subList(0, seen);
    Reports reports = reports(reported.stream().mapToDouble(loss -> loss).toArray());

    assertThat(reports.count()).isEqualTo(Math.min(seen, 4));
    assertThat(reports.sum()).isEqualTo(reported.stream().limit(4).mapToInt(l -> l).sum());
    assertThat(reports.best()).isEqualTo(reported.stream().mapToInt(l -> l).min().orElseThrow());
    assertThat(RULE.add(reports, 0, reports.at()))
        .as("the same report again changes nothing")
        .isEqualTo(reports);
  }

  @Property
  void neverStopsATrialThatIsAsGoodAsHalfOfTheOthers(
      @ForAll @Size(5) List<@IntRange(min = 0, max = 9) Integer> averages,
      @ForAll @IntRange(min = 0, max = 9) int best) {
    var complete = averages.stream().map(MedianStopPropertyTest::constant).toList();
    long worse = averages.stream().filter(average -> average >= best).count();

    assertThat(RULE.stops(constant(best), RULE.threshold(complete))).isEqualTo(worse < 3);
  }

  @Test
  void waitsForEnoughTrialsAndReports() {
    var complete = List.of(constant(1), constant(2), constant(3), constant(4));

    assertThat(RULE.threshold(complete.subList(0, 2))).isEmpty();
    assertThat(RULE.threshold(complete.subList(0, 3))).hasValue(2);
    assertThat(RULE.threshold(complete)).hasValue(2.5);
    assertThat(RULE.stops(reports(9, 9, 9), RULE.threshold(complete))).isFalse();
    assertThat(RULE.stops(reports(9, 9, 9, 9), RULE.threshold(complete))).isTrue();
    assertThat(RULE.stops(reports(9, 9, 9, 9), RULE.threshold(List.of()))).isFalse();
  }

  @Test
  void reportsWithoutAUsableNumberAreIgnored() {
    Reports reports = reports(1, 2);

    assertThat(RULE.add(reports, Double.NaN, "t")).isEqualTo(reports);
    assertThat(RULE.add(reports, Double.NEGATIVE_INFINITY, "t")).isEqualTo(reports);
    assertThat(RULE.add(reports(Double.MAX_VALUE), Double.MAX_VALUE, "t"))
        .isEqualTo(reports(Double.MAX_VALUE));
  }

  private static Reports constant(int loss) {
    return reports(loss, loss, loss, loss);
  }

  private static Reports reports(double... losses) {
    return IntStream.range(0, losses.length)
        .boxed()
        .reduce(
            Reports.NONE, (before, i) -> RULE.add(before, losses[i], "report " + i), (a, b) -> b);
  }
}
