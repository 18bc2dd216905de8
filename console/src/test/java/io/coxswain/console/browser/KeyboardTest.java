package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.console.ConsoleServer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The console without a mouse, and what screen readers are given. */
@ExtendWith(Browser.class)
class KeyboardTest {
  private static final String LONG_NAME = "a-training-with-quite-a-long-name-0123456789";

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

  /** Something to show in every view. */
  private ConsoleServer everyView() throws IOException {
    var training = new TestTraining(cluster, "default", LONG_NAME, 1, 50);
    training.submit();
    training.expand();
    cluster.store(LargeClusterPageTest.node(1));
    training.podRuns(0, "node-0001");
    training.report(40, 60, 10, Map.of("loss", "0.4"));
    cluster
        .logs()
        .write("default", training.pod(0), "a line that is wider than any phone ".repeat(9));
    var slurm = new TestSlurm(cluster);
    slurm.state(3, "IDLE", true, "[node_problem] GPU 3 fell off the bus");
    slurm.publish();
    var manager = new ScriptedManager("trainer");
    manager.controller("trainjob", 3, 40, 1);
    return cluster.console(manager);
  }

  /** The address of each view, and what it shows once it has been loaded. */
  private static Map<String, String> views() {
    String training = "/trainings/default/" + LONG_NAME;
    String job = "/object/batch/v1/jobs/default/" + LONG_NAME + "-node-0";
    var views = new LinkedHashMap<String, String>();
    views.put("/trainings", "v-table tr.row a.name");
    views.put(training, "c-chart canvas");
    views.put(training + "?tab=pods", "table.pods tbody tr");
    views.put(training + "?tab=logs", "c-lines .line");
    views.put("/slurm?node=worker-3", ".cell.sl-draining, .cell.sl-drained");
    views.put("/slurm?tab=queue", "v-table tr.row");
    views.put("/slurm?tab=checks", "main table tbody tr");
    views.put("/slurm?tab=timeline", "main table");
    views.put("/cluster", "v-table tr.row");
    views.put("/cluster/pods", "v-table tr.row");
    views.put("/cluster/events", "main h1");
    views.put("/cluster/changes", "main h1");
    views.put("/browse", ".kinds a");
    views.put("/browse/core/v1/pods", "v-table tr.row");
    views.put(job, "c-lines .line");
    views.put(job + "?tab=owned", "[role=tree]");
    views.put("/controllers", "table.controllers tbody tr");
    views.put("/replay", "input[type=file]");
    return views;
  }

  @Test
  void namesLandmarksControlsAndPictures(Chromium browser) throws Exception {
    try (Page page = cluster.open(browser, everyView())) {
      for (var view : views().entrySet()) {
        page.go(view.getKey());
        page.await("document.querySelector(%s)".formatted(Page.quoted(view.getValue())));

        assertThat(page.count("header, nav[aria-label], main"))
            .as(view.getKey())
            .isGreaterThanOrEqualTo(3);
        assertThat(page.count("main h1")).as(view.getKey()).isEqualTo(1);
        assertThat(page.evaluate(UNNAMED).asText())
            .as("without a name in " + view.getKey())
            .isEmpty();
        assertThat(page.evaluate(SKIPPED_HEADINGS).asText())
            .as("headings in " + view.getKey())
            .isEmpty();
      }
      assertThat(page.problems()).isEmpty();
    }
  }

  /** Controls, pictures and tables that a screen reader could not name. */
  private static final String UNNAMED =
      """
      [...document.querySelectorAll('button, a[href], input, select, canvas, svg, [role=img], progress, [role=tree], [role=grid], table')]
        .filter((e) => !e.closest('[aria-hidden=true]') && e.type !== 'hidden')
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.title || e.closest('label')
           || e.getAttribute('aria-labelledby') || e.caption))
        .map((e) => e.outerHTML.slice(0, 120)).join('\\n')\
      """;

  /** Headings that are more than one level below the heading before them. */
  private static final String SKIPPED_HEADINGS =
      """
      [...document.querySelectorAll('main h1, main h2, main h3, main h4')]
        .filter((e, i, all) => i && Number(e.tagName[1]) > Number(all[i - 1].tagName[1]) + 1)
        .map((e) => e.outerHTML.slice(0, 120)).join('\\n')\
      """;

  @Test
  void fitsAPhoneAndAWideScreenWithoutScrollingSideways(Chromium browser) throws Exception {
    try (Page page = cluster.open(browser, everyView())) {
      for (int width : new int[] {360, 768, 1280, 3840}) {
        page.size(width, 800);
        for (var view : views().entrySet()) {
          page.go(view.getKey());
          page.await("document.querySelector(%s)".formatted(Page.quoted(view.getValue())));

          int over =
              page.evaluate(
                      "document.documentElement.scrollWidth - document.documentElement.clientWidth")
                  .asInt();
          assertThat(over).as(view.getKey() + " at " + width).isZero();
        }
      }
    }
  }
}
