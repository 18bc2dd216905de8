package io.coxswain.console.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MetricHistoryTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final MetricHistory history = new MetricHistory();

  private void report(String uid, Instant time, String... metrics) {
    ObjectNode object = Json.NODES.objectNode();
    object.putObject("metadata").put("name", "t").put("uid", uid);
    ObjectNode status = object.putObject("status").putObject("trainerStatus");
    status.put("lastUpdatedTime", time.toString());
    var list = status.putArray("metrics");
    for (int i = 0; i < metrics.length; i += 2) {
      list.addObject().put("name", metrics[i]).put("value", metrics[i + 1]);
    }
    history.observe(Workload.of(KnownKind.TRAIN_JOB, object), START);
  }

  @Test
  void keepsEachReportOnce() {
    report("a", START, "loss", "0.5", "note", "n/a");
    report("a", START, "loss", "0.5", "note", "n/a");
    report("a", START.plusSeconds(1), "loss", "0.4");

    assertThat(history.of("a").keySet()).containsExactly("loss");
    assertThat(history.of("a").get("loss"))
        .extracting(MetricHistory.Point::value)
        .containsExactly(0.5, 0.4);
  }

  @Test
  void valuesOfTheSameSecondKeepTheirOrder() {
    report("a", START, "loss", "0.5");
    report("a", START, "loss", "0.4");

    List<MetricHistory.Point> points = Objects.requireNonNull(history.of("a").get("loss"));
    assertThat(points.get(1).millis()).isGreaterThan(points.get(0).millis());
  }

  @Test
  void aLongHistoryIsThinnedOut() {
    for (int i = 0; i < 10_000; i++) {
      report("a", START.plusSeconds(i), "loss", Integer.toString(i));
    }

    List<MetricHistory.Point> points = Objects.requireNonNull(history.of("a").get("loss"));
    assertThat(points).hasSizeLessThanOrEqualTo(MetricHistory.MAX_POINTS);
    assertThat(points).hasSizeGreaterThan(MetricHistory.MAX_POINTS / 3);
    assertThat(points.getFirst().value()).isZero();
    assertThat(points.getLast().value()).isEqualTo(9999);
  }

  @Test
  void ofManyTrainingsTheLatestAreKept() {
    for (int i = 0; i <= MetricHistory.MAX_TRAININGS; i++) {
      report("t" + i, START, "loss", "1");
    }

    assertThat(history.of("t0")).isEmpty();
    assertThat(history.of("t" + MetricHistory.MAX_TRAININGS)).isNotEmpty();
  }
}
