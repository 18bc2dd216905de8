package io.coxswain.kube.host.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.host.options.LabelAllowLists;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.coxswain.runtime.metrics.Metrics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConstrainedLabelsTest {
  private final Metrics metrics = new Metrics();

  private String scrape(Map<String, String> allowed) {
    return MetricsEndpoint.scrape(metrics, List.of(), LabelAllowLists.of(new TreeMap<>(allowed)))
        .text();
  }

  @Test
  void addsUpCountersWithUnexpectedValues() {
    var counter = metrics.instruments().counter(Stability.ALPHA, "m_total", "help", "a", "b");
    counter.labelValues("v1", "x").inc(1);
    counter.labelValues("v2", "x").inc(2);
    counter.labelValues("v3", "x").inc(4);

    assertThat(scrape(Map.of("m_total,a", "v1")))
        .contains("m_total{a=\"v1\",b=\"x\"} 1.0\n")
        .contains("m_total{a=\"unexpected\",b=\"x\"} 6.0\n")
        .doesNotContain("v2");
    assertThat(scrape(Map.of("other,a", "v1"))).contains("a=\"v2\"");
  }

  @Test
  void addsUpGauges() {
    var gauge = metrics.instruments().gauge("g", "help", "a");
    gauge.labelValues("v1").set(1);
    gauge.labelValues("v2").set(2);

    assertThat(scrape(Map.of("g,a", "none"))).contains("g{a=\"unexpected\"} 3.0\n");
  }

  @Test
  void addsUpHistogramsBucketByBucket() {
    var histogram =
        metrics.instruments().histogram(Stability.ALPHA, "h", "help", new double[] {1, 10}, "a");
    histogram.labelValues("v1").observe(0.5);
    histogram.labelValues("v2").observe(5);
    histogram.labelValues("v3").observe(50);

    assertThat(scrape(Map.of("h,a", "v1")))
        .contains("h_bucket{a=\"v1\",le=\"1.0\"} 1\n")
        .contains("h_bucket{a=\"unexpected\",le=\"1.0\"} 0\n")
        .contains("h_bucket{a=\"unexpected\",le=\"10.0\"} 1\n")
        .contains("h_bucket{a=\"unexpected\",le=\"+Inf\"} 2\n")
        .contains("h_sum{a=\"unexpected\"} 55.0\n");
  }
}
