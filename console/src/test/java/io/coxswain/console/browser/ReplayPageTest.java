package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.console.replay.StandalonePage;
import io.coxswain.evidence.Attack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Recorded simulations in the browser. */
@ExtendWith(Browser.class)
class ReplayPageTest {
  private final TestCluster cluster = new TestCluster();

  @TempDir Path folder;

  @AfterEach
  void stop() {
    cluster.close();
  }

  private Page replay(Chromium browser, Path... files) throws Exception {
    Page page = cluster.open(browser, cluster.console());
    page.go("/replay");
    page.await("document.querySelector('input[type=file]')");
    page.choose("input[type=file]", List.of(files));
    page.await("document.querySelector('c-replay c-lanes canvas')");
    return page;
  }

  private static void awaitStep(Page page, int number) {
    page.awaitText("#replay-position", number + " of ");
  }

  @Test
  void stepsThroughARunToItsFaultAndShowsTheObjectAtEachStep(Chromium browser) throws Exception {
    Path file = TestRecording.passed().write(folder.resolve("run.json"));
    try (Page page = replay(browser, file)) {
      page.awaitText(".run-head", "trainjob, seed 7");
      page.awaitText(".run-head", "lose-response@jobset:2");
      awaitStep(page, 1);

      page.press("w");
      awaitStep(page, 5);
      page.awaitText(".details h3", "jobsets default/hello");
      page.awaitText("pre.diff .ins", "kind: JobSet");
      assertThat(page.text("pre.diff")).doesNotContain("managedFields");

      page.press("f");
      awaitStep(page, 7);
      page.awaitText(".details .t-bad", "lose-response");
      page.awaitText("tr.current", "lose-response");

      page.press("o");
      awaitStep(page, 9);
      page.awaitText(".step-line", "409");
      page.press("o");
      awaitStep(page, 10);
      page.awaitText("pre.diff .ins", "active: 1");
      page.press("o");
      page.awaitText("pre.diff .ins", "active: 2");
      page.awaitText("pre.diff .del", "active: 1");

      page.press("ArrowRight");
      page.awaitText(".note.wait", "shows resource version 6; the server already stores 7");
      page.press("ArrowLeft");
      page.press("ArrowLeft");
      awaitStep(page, 11);
      page.press("End");
      page.awaitText("pre.diff .del", "kind: JobSet");
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void showsTwoRunsFromTheirFirstDifference(Chromium browser) throws Exception {
    Path a = TestRecording.passed().write(folder.resolve("a.json"));
    Path b = TestRecording.failed().write(folder.resolve("b.json"));
    try (Page page = replay(browser, a, b)) {
      page.awaitText(".note.wait", "The runs are the same for 8 steps and differ from step 9 on.");
      page.awaitText(".failure", "has no condition Completed");

      page.click(".note.wait button.as-link");

      awaitStep(page, 9);
      page.awaitText("tr.current", "409");
      page.awaitText("tr.current", "kill jobset");
      assertThat(page.count("c-lanes canvas")).isEqualTo(2);
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void worksAsOneFileWithoutAServer(Chromium browser) throws Exception {
    String html = StandalonePage.of(TestRecording.passed().json());
    Path file = Files.writeString(folder.resolve("replay.html"), html);
    try (Page page = browser.page(1280, 800)) {
      page.open(file.toUri().toString());
      page.awaitText(".run-head", "trainjob, seed 7");
      page.press("f");
      awaitStep(page, 7);
      page.awaitText(".details .t-bad", "lose-response");
      page.await("location.hash === '#step=7'");
      assertThat(
              page.evaluate(
                      "performance.getEntriesByType('resource').filter((e) =>"
                          + " !e.name.startsWith('data:')).length")
                  .asInt())
          .isZero();
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  @Attack("files that are no recordings, or recordings with markup in them")
  void namesWhatIsWrongWithAFile(Chromium browser) throws Exception {
    Path picture = Files.writeString(folder.resolve("picture.json"), "GIF89a");
    Path other =
        Files.writeString(
            folder.resolve("other.json"), "{\"format\":\"<img src=x onerror=alert(1)>\"}");
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/replay");
      page.await("document.querySelector('input[type=file]')");
      page.choose("input[type=file]", List.of(picture));
      page.awaitText("[role=alert]", "This is not a recording");

      page.choose("input[type=file]", List.of(other));
      page.awaitText("[role=alert]", "found \"<img src=x onerror=alert(1)>\"");
      assertThat(page.count("main img")).isZero();
    }
  }
}
