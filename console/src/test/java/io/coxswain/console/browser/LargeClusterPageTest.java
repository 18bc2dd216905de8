package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The cluster view with 5,000 nodes and 50,000 pods. Frame times and memory are printed, not
 * asserted: they depend on the machine. That only the rows in sight exist is asserted.
 */
@ExtendWith(Browser.class)
class LargeClusterPageTest {
  private static final int NODES = 5000;
  private static final int PODS = 50_000;
  private static final int MAX_ROWS = 80;

  /** Scrolls for so many frames and returns the durations between frames, in milliseconds. */
  private static final String SCROLL =
      """
      new Promise((resolve) => {
        const box = document.querySelector('.vt');
        const frames = [];
        let before = performance.now();
        let left = 120;
        const step = (now) => {
          frames.push(now - before);
          before = now;
          box.scrollTop += 900;
          if (--left) requestAnimationFrame(step);
          else resolve(frames.slice(1).sort((a, b) => a - b));
        };
        requestAnimationFrame(step);
      })\
      """;

  @Test
  void staysSmallHoweverLargeTheClusterIs(Chromium browser) throws Exception {
    try (var cluster = new TestCluster()) {
      for (int i = 0; i < NODES; i++) {
        cluster.store(node(i));
      }
      for (int i = 0; i < PODS; i++) {
        cluster.store(pod(i));
      }
      try (Page page = cluster.open(browser, cluster.console())) {
        page.go("/cluster");
        page.awaitText(".tiles", "5,000");
        page.awaitText(".tiles", "50,000");
        page.await("document.querySelector('table')?.getAttribute('aria-rowcount') === '5001'");
        page.awaitText("v-table", "node-0000");
        measure(page, "nodes");
        page.await(
            "document.querySelector('tr.row:not(.ghost)[aria-rowindex=\"' + (1 +"
                + " Math.round(document.querySelector('.vt').scrollTop / 30)) + '\"]')");

        page.go("/cluster/pods");
        page.await("document.querySelector('table')?.getAttribute('aria-rowcount') === '50001'");
        page.awaitText("v-table", "pod-00000");
        measure(page, "pods");
        page.press("/");
        page.type("pod-49999");
        page.await("document.querySelectorAll('v-table tr.row').length === 1");
        page.awaitText("v-table", "pod-49999");

        page.go("/browse/core/v1/pods");
        page.await("document.querySelector('table')?.getAttribute('aria-rowcount') === '501'");
        page.go("/browse/core/v1/pods?q=pod-49999");
        page.awaitText("main", "there are more pages");
        assertThat(page.problems()).isEmpty();
      }
    }
  }

  private static void measure(Page page, String list) {
    JsonNode frames = page.evaluate(SCROLL);
    double middle = frames.path(frames.size() / 2).asDouble();
    double slow = frames.path((int) (frames.size() * 0.95)).asDouble();
    double memory = page.evaluate("performance.memory.usedJSHeapSize").asDouble() / (1 << 20);
    int rows = page.count("tr.row");
    System.out.printf(
        Locale.ROOT,
        "console, %s of a cluster with %,d nodes and %,d pods: frame %.0f ms (95%%: %.0f ms), heap"
            + " %.0f MiB, %d rows, %d elements%n",
        list,
        NODES,
        PODS,
        middle,
        slow,
        memory,
        rows,
        page.count("*"));
    assertThat(rows).isBetween(10, MAX_ROWS);
  }

  static ObjectNode node(int i) {
    ObjectNode node = object("Node", "", "node-%04d".formatted(i));
    ObjectNode status = node.putObject("status");
    status
        .putObject("allocatable")
        .put("cpu", "64")
        .put("memory", "512Gi")
        .put("nvidia.com/gpu", "8")
        .put("pods", "110");
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", i % 1000 == 7 ? "False" : "True")
        .put("reason", "KubeletReady");
    status.putObject("nodeInfo").put("kubeletVersion", "v1.35.0");
    return node;
  }

  static ObjectNode pod(int i) {
    ObjectNode pod = object("Pod", "load", "pod-%05d".formatted(i));
    boolean pending = i % 500 == 3;
    ObjectNode spec = pod.putObject("spec");
    if (!pending) {
      spec.put("nodeName", "node-%04d".formatted(i / 10));
    }
    spec.putArray("containers")
        .addObject()
        .put("name", "main")
        .put("image", "busybox")
        .putObject("resources")
        .putObject("requests")
        .put("cpu", Integer.toString(1 + i % 7))
        .put("memory", "16Gi");
    pod.putObject("status").put("phase", pending ? "Pending" : i % 700 == 5 ? "Failed" : "Running");
    return pod;
  }

  private static ObjectNode object(String kind, String namespace, String name) {
    ObjectNode object = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", kind);
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return object;
  }
}
