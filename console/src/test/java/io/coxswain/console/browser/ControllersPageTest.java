package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The controllers of managers in the browser. */
@ExtendWith(Browser.class)
class ControllersPageTest {
  private final TestCluster cluster = new TestCluster();
  private final ScriptedManager trainer = new ScriptedManager("trainer");
  private final ScriptedManager jobset = new ScriptedManager("jobset");

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void showsQueuesErrorsLeaderAndCacheAsTheyChange(Chromium browser) throws Exception {
    trainer.controller("trainjob", 0, 40, 0);
    jobset.controller("jobset", 0, 12, 0);
    cluster.put(
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: trainer, namespace: kube-system}
        spec: {holderIdentity: trainer-6d4f-x2, leaseTransitions: 3, renewTime: "%s"}
        """
            .formatted(TestCluster.ago(2).replace("Z", ".000000Z")));
    try (Page page = cluster.open(browser, cluster.console(trainer, jobset))) {
      page.go("/controllers");
      page.awaitText("section[aria-label=trainer] table", "trainjob");
      page.awaitText("section[aria-label=trainer] .facts", "trainer-6d4f-x2");
      page.awaitText("section[aria-label=trainer] .facts", "3 transitions");
      page.awaitText("section[aria-label=trainer] .facts", "1,200 objects of 1 kind, 2.0 MiB");
      page.awaitText("section[aria-label=jobset] h2", "standby");
      assertThat(row(page, "trainjob")).contains("trainjob", "0/10", "40");
      assertThat(page.count("td.t-bad")).isZero();

      trainer.fails("trainjob", "default/hello", "TrainingRuntime \"torch\" not found");
      trainer.controller("trainjob", 7, 55, 2);
      page.await("document.querySelector('section[aria-label=trainer] td.t-bad')");
      assertThat(row(page, "trainjob")).contains("7/10", "57", "2");
      page.awaitText("section.note.bad", "trainjob default/hello");
      page.awaitText("section.note.bad", "TrainingRuntime \"torch\" not found");

      trainer.fails("trainjob", "default/hello", "");
      page.awaitNo("section.note.bad");

      jobset.down(true);
      page.awaitText("section[aria-label=jobset] h2", "not reachable");
      page.awaitText("section[aria-label=jobset]", "Connection refused");
      jobset.down(false);
      page.awaitText("section[aria-label=jobset] h2", "standby");
      assertThat(page.problems()).isEmpty();
    }
  }

  private static String row(Page page, String controller) {
    return page.evaluate(
            "[...document.querySelectorAll('table.controllers tbody tr')].find((r) =>"
                + " r.cells[0].textContent === %s).innerText.replace(/\\s+/g, ' ')"
                    .formatted(Page.quoted(controller)))
        .asText();
  }

  @Test
  void namesWhatTriggeredTheReconcilesOfAnObject(Chromium browser) throws Exception {
    trainer.controller("trainjob", 0, 2, 0);
    trainer.triggered(
        "trainjob",
        "default/hello",
        "2026-01-01T00:00:00Z TrainJob ADDED default/hello",
        "2026-01-01T00:00:01Z JobSet MODIFIED default/hello status.conditions");
    try (Page page = cluster.open(browser, cluster.console(trainer))) {
      page.go("/controllers");
      page.awaitText("table.controllers", "trainjob");

      page.select("select[aria-label=Program]", "trainer");
      page.await("document.querySelector('select[aria-label=Controller] option[value=trainjob]')");
      page.select("select[aria-label=Controller]", "trainjob");
      page.await("document.querySelector('#why-keys option[value=\"default/hello\"]')");
      page.fill("input[list=why-keys]", "default/hello");

      page.awaitText(".why-lines", "JobSet MODIFIED default/hello status.conditions");
      assertThat(page.count(".why-lines li")).isEqualTo(2);
      page.await("location.search === '?program=trainer&controller=trainjob&key=default%2Fhello'");

      page.fill("input[list=why-keys]", "default/unknown");
      page.awaitText("why-reconciled [role=status]", "no triggers recorded");
    }
  }
}
