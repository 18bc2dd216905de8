package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a browser with an empty cache loads when it opens the console. How long that takes is
 * printed, not asserted: it depends on the machine.
 */
@ExtendWith(Browser.class)
class OpeningTest {
  private static final int MAX_TRANSFERRED = 400_000;
  private static final int TRAININGS = 50;

  /** Notes when the first row can be seen. */
  private static final String FIRST_ROW =
      """
      new MutationObserver((changes, observer) => {
        if (document.querySelector('v-table tr.row a.name')) {
          observer.disconnect();
          requestAnimationFrame(() => { window.firstRow = performance.now(); });
        }
      }).observe(document, {subtree: true, childList: true});\
      """;

  @Test
  void transfersLessThan400Kilobytes(Chromium browser) throws Exception {
    try (var cluster = new TestCluster()) {
      for (int i = 0; i < TRAININGS; i++) {
        new TestTraining(cluster, "default", "run-%02d".formatted(i), 1, 50).submit();
      }
      String link = cluster.console().loginUrl();
      try (Page page = browser.page(1280, 800)) {
        page.beforeEachDocument(FIRST_ROW);

        page.open(link);

        page.await("window.firstRow > 0");
        JsonNode files =
            page.evaluate(
                """
                ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
                  .map((e) => ({name: e.name, bytes: e.transferSize}))\
                """);
        long bytes = 0;
        for (JsonNode file : files) {
          bytes += file.path("bytes").asLong();
        }
        System.out.printf(
            Locale.ROOT,
            "console, opened with %d trainings: %d files, %,d bytes transferred, first row after"
                + " %.0f ms%n",
            TRAININGS,
            files.size(),
            bytes,
            page.evaluate("window.firstRow").asDouble());
        assertThat(files.toString()).contains("/assets/main.js", "lit-html.js", "/assets/chart.js");
        assertThat(bytes).isBetween(10_000L, (long) MAX_TRANSFERRED);
        assertThat(page.problems()).isEmpty();
      }
    }
  }
}
