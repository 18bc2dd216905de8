package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A Slurm cluster in the browser. */
@ExtendWith(Browser.class)
class SlurmPageTest {
  private final TestCluster cluster = new TestCluster();

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void showsADrainWithItsReasonAsItHappens(Chromium browser) throws Exception {
    var slurm = new TestSlurm(cluster);
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/slurm");
      page.awaitText("h1", "demo");
      page.await("document.querySelectorAll('.cell').length === 24");
      page.await("document.querySelectorAll('.cell.sl-allocated').length > 10");
      assertThat(page.count(".cell.sl-drained, .cell.sl-draining")).isZero();

      slurm.state(3, "ALLOCATED", true, "[node_problem] GPU 3 fell off the bus");
      slurm.publish();
      page.await("document.querySelectorAll('.cell.sl-draining').length === 1");
      page.click(".cell.sl-draining");
      page.awaitText(".side", "[node_problem] GPU 3 fell off the bus");
      page.awaitText(".side", "gpu-3");
      page.await("location.search.includes('node=worker-3')");

      slurm.state(3, "IDLE", true, "[node_problem] GPU 3 fell off the bus");
      slurm.publish();
      page.await("document.querySelectorAll('.cell.sl-drained').length === 1");
      page.awaitText(".side ol", "draining");

      page.go("/slurm?tab=queue");
      page.awaitText("v-table", "Resources");
      page.go("/slurm?tab=checks");
      page.awaitText("table", "all-reduce-perf");
      page.go("/slurm?tab=timeline");
      page.awaitText("table", "GPU 3 fell off the bus");
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void movesBetweenNodesWithTheArrowKeys(Chromium browser) throws Exception {
    var _ = new TestSlurm(cluster);
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/slurm");
      page.await("document.querySelectorAll('.cell.sl-allocated').length > 10");

      var _ = page.evaluate("document.querySelector('.cell').focus()");
      page.press("ArrowRight");
      page.await("document.activeElement.getAttribute('aria-label').startsWith('worker-1,')");
      page.press("Enter");

      page.awaitText(".side h2", "worker-1");
    }
  }
}
