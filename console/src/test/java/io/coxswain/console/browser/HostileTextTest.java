package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Text that others have written: it is shown as it is and never becomes part of the page. */
@ExtendWith(Browser.class)
class HostileTextTest {
  private static final String MARKUP =
      "<img src=x onerror=window.pwned=1><script>window.pwned=1</script>${window.pwned=1}";

  private final TestCluster cluster = new TestCluster();

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static void assertHarmless(Page page) {
    assertThat(page.evaluate("window.pwned === undefined").asBoolean()).isTrue();
    assertThat(page.count("main img, main script")).isZero();
    assertThat(page.problems()).isEmpty();
  }

  @Test
  @Attack(
      "markup in the names, messages, metrics and annotations of objects that the console shows")
  void showsMarkupInObjectsAsText(Chromium browser) throws Exception {
    var training = new TestTraining(cluster, "default", "hello", 1, 50);
    training.submit();
    training.expand();
    training.podPending(0, MARKUP);
    training.report(5, 10, 5, Map.of("loss " + MARKUP, "0.5"));
    cluster.put(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: hostile, namespace: default, annotations: {note: "%1$s"}}
        data: {key: "%1$s"}
        ---
        apiVersion: v1
        kind: Event
        metadata: {name: hostile, namespace: default}
        involvedObject: {apiVersion: v1, kind: Pod, name: "%2$s", namespace: default}
        type: Warning
        reason: "%1$s"
        message: "%1$s"
        lastTimestamp: "%3$s"
        """
            .formatted(MARKUP, training.pod(0), TestCluster.ago(1)));
    try (Page page = cluster.open(browser, cluster.console())) {
      page.awaitText("v-table .why", MARKUP);
      page.go("/trainings/default/hello");
      page.awaitText("#waiting-sentence", MARKUP);
      page.awaitText("c-chart", MARKUP);
      assertHarmless(page);

      page.go("/trainings/default/hello?tab=events");
      page.awaitText("table.events", MARKUP);
      assertHarmless(page);

      page.go("/object/core/v1/configmaps/default/hostile");
      page.awaitText("c-lines", MARKUP);
      assertHarmless(page);
    }
  }

  @Test
  @Attack("markup and control sequences in a pod's log")
  void showsMarkupInLogsAsText(Chromium browser) throws Exception {
    var training = new TestTraining(cluster, "default", "hello", 1, 50);
    training.submit();
    training.expand();
    cluster.store(LargeClusterPageTest.node(1));
    training.podRuns(0, "node-0001");
    cluster
        .logs()
        .write(
            "default",
            training.pod(0),
            "before",
            MARKUP,
            "</div><iframe srcdoc='" + MARKUP + "'></iframe>",
            "event: snapshot",
            "data: {}",
            "after");
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/trainings/default/hello?tab=logs");

      page.awaitText(".line", "after");

      page.awaitText(".line", MARKUP);
      page.awaitText(".line", "event: snapshot");
      assertThat(page.count("main iframe")).isZero();
      assertHarmless(page);
    }
  }

  @Test
  @Attack("a link whose path or query carries markup or a script URL")
  void showsMarkupInAddressesAsText(Chromium browser) throws Exception {
    try (Page page = cluster.open(browser, cluster.console())) {
      for (String path :
          List.of(
              "/trainings/default/%3Cimg%20src%3Dx%20onerror%3Dwindow.pwned%3D1%3E",
              "/trainings?q=%3Cscript%3Ewindow.pwned%3D1%3C/script%3E",
              "/object/core/v1/pods/default/javascript%3Awindow.pwned%3D1",
              "/replay?file=%3Cimg%20src%3Dx%20onerror%3Dwindow.pwned%3D1%3E")) {
        page.go(path);
        page.await("document.querySelector('main h1')");

        assertThat(page.evaluate("window.pwned === undefined").asBoolean()).as(path).isTrue();
        assertThat(page.count("main img, main script, a[href^='javascript:']")).as(path).isZero();
      }
    }
  }
}
