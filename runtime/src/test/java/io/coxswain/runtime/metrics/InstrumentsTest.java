package io.coxswain.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.runtime.metrics.Instruments.Stability;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class InstrumentsTest {
  private final Metrics metrics = new Metrics(MetricNaming.KUBERNETES, false);
  private final Instruments instruments = metrics.instruments();

  private String text() {
    return new String(metrics.scrape(), StandardCharsets.UTF_8);
  }

  @Test
  void exposesCountersUnderTheirNamesEvenWithoutTotal() {
    instruments.counter(Stability.ALPHA, "shop_changes", "Changes.", "kind").labelValues("x").inc();
    instruments.counter(Stability.STABLE, "shop_sales_total", "Sales.").inc(2);

    assertThat(text())
        .contains("# HELP shop_changes [ALPHA] Changes.\n# TYPE shop_changes counter\n")
        .contains("\nshop_changes{kind=\"x\"} 1.0\n")
        .contains("# HELP shop_sales_total [STABLE] Sales.\n")
        .contains("\nshop_sales_total 2.0\n")
        .doesNotContain("shop_changes_total");
  }

  @Test
  void returnsTheSameMetricForTheSameName() {
    instruments.counter(Stability.ALPHA, "shop_sales_total", "Sales.").inc();
    instruments.counter(Stability.ALPHA, "shop_sales_total", "Sales.").inc();

    assertThat(text()).contains("\nshop_sales_total 2.0\n");
  }

  @Test
  void growsBoundsByAFactor() {
    assertThat(Instruments.bounds(0.25, 2, 4)).containsExactly(0.25, 0.5, 1, 2);
  }
}
