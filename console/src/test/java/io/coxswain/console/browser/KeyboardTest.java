package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The console without a mouse, and what screen readers are given. */
@ExtendWith(Browser.class)
class KeyboardTest {
  private final TestCluster cluster = new TestCluster();

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void reachesEveryViewAndOpensARowWithKeysAlone(Chromium browser) throws Exception {
    for (String name : new String[] {"alpha", "beta", "gamma"}) {
      new TestTraining(cluster, "default", name, 1, 50).submit();
    }
    try (Page page = cluster.open(browser, cluster.console())) {
      page.awaitText("v-table", "gamma");

      page.press("g");
      page.press("c");
      page.await("location.pathname === '/cluster'");
      page.press("g");
      page.press("r");
      page.await("location.pathname === '/replay'");
      page.press("g");
      page.press("t");
      page.await("location.pathname === '/trainings'");
      page.awaitText("v-table", "gamma");

      page.press("/");
      page.await("document.activeElement.matches('[data-filter]')");
      page.type("beta");
      page.await("document.querySelectorAll('v-table tr.row').length === 1");
      page.press("Enter");
      page.await("document.activeElement.matches('tr.row')");
      page.press("Enter");
      page.await("location.pathname === '/trainings/default/beta'");
      page.awaitText("h1", "beta");

      var _ = page.evaluate("history.back()");
      page.await("location.pathname === '/trainings' && location.search === '?q=beta'");

      page.press("?");
      page.await("document.querySelector('dialog[open]')");
      page.press("Escape");
      page.awaitNo("dialog");
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void movesThroughRowsWithTheArrowKeys(Chromium browser) throws Exception {
    for (int i = 0; i < 30; i++) {
      new TestTraining(cluster, "default", "run-%02d".formatted(i), 1, 50).submit();
    }
    try (Page page = cluster.open(browser, cluster.console())) {
      page.await("document.querySelector('table')?.getAttribute('aria-rowcount') === '31'");
      String focused = "document.activeElement.getAttribute('aria-rowindex')";

      page.press("ArrowDown");
      page.await(focused + " === '2'");
      page.press("ArrowDown");
      page.press("j");
      page.await(focused + " === '4'");
      page.press("k");
      page.await(focused + " === '3'");
      page.press("End");
      page.await(focused + " === '31'");
      page.press("Home");
      page.await(focused + " === '2'");
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void namesLandmarksControlsAndPictures(Chromium browser) throws Exception {
    var training = new TestTraining(cluster, "default", "hello", 1, 50);
    training.submit();
    training.expand();
    training.podRuns(0, "node-1");
    try (Page page = cluster.open(browser, cluster.console())) {
      for (String path :
          new String[] {
            "/trainings", "/trainings/default/hello", "/cluster", "/replay", "/controllers"
          }) {
        page.go(path);
        page.await("document.querySelector('main h1')");

        assertThat(page.count("header, nav[aria-label], main")).as(path).isGreaterThanOrEqualTo(3);
        assertThat(page.count("main h1")).as(path).isEqualTo(1);
        String unnamed =
            page.evaluate(
                    """
                    [...document.querySelectorAll('button, a[href], input, select, [role=img], [role=tree], table')]
                      .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.title || e.closest('label')
                         || e.getAttribute('aria-labelledby')))
                      .map((e) => e.outerHTML.slice(0, 120)).join('\\n')\
                    """)
                .asText();
        assertThat(unnamed).as("controls without a name in " + path).isEmpty();
      }
    }
  }

  @Test
  void fitsAPhoneAndAWideScreenWithoutScrollingSideways(Chromium browser) throws Exception {
    var training =
        new TestTraining(cluster, "default", "a-training-with-quite-a-long-name-0123456789", 1, 50);
    training.submit();
    training.expand();
    training.podRuns(0, "node-1");
    try (Page page = cluster.open(browser, cluster.console())) {
      for (int width : new int[] {360, 768, 1280, 3840}) {
        page.size(width, 800);
        for (String path :
            new String[] {
              "/trainings",
              "/trainings/default/a-training-with-quite-a-long-name-0123456789",
              "/cluster",
              "/browse",
              "/controllers",
              "/replay"
            }) {
          page.go(path);
          page.await("document.querySelector('main h1')");

          int over =
              page.evaluate(
                      "document.documentElement.scrollWidth - document.documentElement.clientWidth")
                  .asInt();
          assertThat(over).as(path + " at " + width).isZero();
        }
      }
    }
  }
}
