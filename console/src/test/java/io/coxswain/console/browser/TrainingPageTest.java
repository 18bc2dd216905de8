package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A training in the browser: the page changes as the objects do, without being loaded again. */
@ExtendWith(Browser.class)
class TrainingPageTest {
  private final TestCluster cluster = new TestCluster();

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void showsATrainingFromItsSubmissionToItsEnd(Chromium browser) throws Exception {
    var training = new TestTraining(cluster, "default", "hello", 2, 40);
    try (Page page = cluster.open(browser, cluster.console())) {
      page.awaitText("main", "No trainings yet");

      training.submit();
      page.awaitText("v-table tbody", "hello");
      page.click("v-table a.name");
      page.awaitText("h1", "hello");
      var _ = page.evaluate("window.sameDocument = true");

      training.expand();
      training.podPending(0, "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.");
      training.podPending(1, "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.");
      page.awaitText(
          "#waiting-sentence", "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.");
      page.awaitText("h1", "Waiting");
      page.awaitText("[role=tree]", "JobSet");
      assertThat(page.text("[role=tree]"))
          .containsSubsequence("TrainJob", "hello", "JobSet", "Job", "hello-node-0", "Pod");

      training.podRuns(0, "node-1");
      training.podRuns(1, "node-2");
      page.awaitText("h1", "Running");
      page.awaitNo("#waiting-sentence");
      page.awaitText(".pods tbody", "node-2");
      page.await("document.querySelectorAll('.pods svg.lane .ph-running').length === 2");

      training.report(10, 300, 20, Map.of("loss", "0.9", "accuracy", "0.4"));
      page.awaitText("dl.facts", "10%");
      page.await("document.querySelectorAll('c-chart').length === 2");
      training.report(60, 100, 10, Map.of("loss", "0.4", "accuracy", "0.7"));
      page.awaitText("dl.facts", "60%");
      page.await(
          "document.querySelector('c-chart canvas').getAttribute('aria-label').includes('first 0.9,"
              + " last 0.4')");

      training.podEnds(0, "node-1", 0, "Completed");
      training.podEnds(1, "node-2", 0, "Completed");
      training.completes();
      page.awaitText("h1", "Complete");
      page.awaitText("dl.facts", "100%");
      page.await("document.querySelectorAll('.pods svg.lane .ph-succeeded').length === 2");
      assertThat(page.evaluate("window.sameDocument").asBoolean()).isTrue();
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void linksTheWaitingSentenceToTheObjectThatCausesIt(Chromium browser) throws Exception {
    var training = new TestTraining(cluster, "default", "needs-data", 1, 40);
    training.submit();
    training.expand();
    training.podPending(0, "persistentvolumeclaim \\\"dataset\\\" not found");
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/trainings");
      page.awaitText("v-table .why", "persistentvolumeclaim \"dataset\" not found");
      page.go("/trainings/default/needs-data");
      page.awaitText("#waiting-sentence", "persistentvolumeclaim \"dataset\" not found");
      assertThat(page.text(".note.wait .tag")).isEqualToIgnoringCase("volume");

      page.click(".note.wait .more a");

      page.await("location.pathname === '/object/core/v1/persistentvolumeclaims/default/dataset'");
      page.awaitText("main", "This object does not exist");
    }
  }

  @Test
  void comparesTheCurvesOfSeveralTrainings(Chromium browser) throws Exception {
    var first = new TestTraining(cluster, "default", "first", 1, 100);
    var second = new TestTraining(cluster, "default", "second", 1, 90);
    first.submit();
    second.submit();
    try (Page page = cluster.open(browser, cluster.console())) {
      page.awaitText("v-table", "second");
      for (int i = 0; i < 5; i++) {
        first.report(i * 20, 10, 60 - i * 5, Map.of("loss", "0." + (9 - i)));
        second.report(i * 20, 10, 60 - i * 5, Map.of("loss", "0." + (8 - i)));
        page.awaitText("v-table", "0." + (9 - i));
        page.awaitText("v-table", "0." + (8 - i));
      }
      page.click("input[aria-label='Compare default/first']");
      page.click("input[aria-label='Compare default/second']");
      page.click(".picked button.strong");

      page.await(
          "location.search.includes('compare=default%2Fsecond') ||"
              + " location.search.includes('compare=default%2Ffirst')");
      page.await("document.querySelectorAll('c-chart .key').length === 2");
      String label =
          page.evaluate("document.querySelector('c-chart canvas').getAttribute('aria-label')")
              .asText();
      assertThat(label)
          .contains("default/first: first 0.9, last 0.5", "default/second: first 0.8, last 0.4");

      var _ = page.evaluate("document.querySelector('c-chart canvas').focus()");
      page.press("+");
      page.awaitText("button", "Show the whole run");
      page.press("0");
      page.await(
          "![...document.querySelectorAll('button')].some((b) => b.textContent.includes('Show the"
              + " whole run'))");
      assertThat(page.problems()).isEmpty();
    }
  }
}
