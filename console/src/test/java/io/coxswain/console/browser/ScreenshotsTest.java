package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of {@code docs/console.md}. They are written to {@code target/screenshots}, and with
 * {@code -Dcoxswain.screenshots} to {@code docs/console}: ages and curves differ from run to run.
 */
@ExtendWith(Browser.class)
class ScreenshotsTest {
  private static final int MAX_BYTES = 150_000;

  private final TestCluster cluster = new TestCluster();

  @TempDir Path folder;

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void showsTrainings(Chromium browser) throws Exception {
    var running = new TestTraining(cluster, "research", "llama-8b-sft", 6, 5400);
    running.submit();
    running.expand();
    for (int rank = 0; rank < 6; rank++) {
      running.podRuns(rank, "gpu-%02d".formatted(rank + 3), 5200 - rank * 17);
    }
    var distilled = new TestTraining(cluster, "vision", "vit-large-distill", 2, 3000);
    distilled.submit();
    distilled.expand();
    distilled.podRuns(0, "gpu-10", 2900);
    distilled.podRuns(1, "gpu-11", 2880);
    var waiting = new TestTraining(cluster, "research", "mixtral-lora", 1, 900);
    waiting.submit();
    waiting.expand();
    waiting.podPending(
        0,
        "0/12 nodes are available: 8 Insufficient nvidia.com/gpu, 4 node(s) were unschedulable.");
    var volume = new TestTraining(cluster, "speech", "conformer", 1, 700);
    volume.submit();
    volume.expand();
    volume.podPending(0, "persistentvolumeclaim \\\"dataset\\\" not found");
    var failed = new TestTraining(cluster, "research", "gpt2-repro", 4, 90_000);
    failed.submit();
    failed.fails(
        "job gpt2-repro-node-0 failed: container node of pod gpt2-repro-node-0-2 exited with code"
            + " 137");
    new TestTraining(cluster, "default", "hello-distributed", 3, 4000).completes();
    try (Page page = cluster.open(browser, cluster.console())) {
      page.awaitText("v-table", "llama-8b-sft");
      var random = new Random(7);
      double loss = 0;
      for (int i = 0; i <= 40; i++) {
        loss = 0.35 + 2.1 * Math.exp(-i / 12.0) + random.nextGaussian() * 0.02;
        running.report(
            2 + i * 3 / 2,
            3600 - i * 30,
            5000 - i * 120,
            Map.of(
                "loss", text(loss),
                "accuracy", text(0.92 - loss / 3.2),
                "samples_per_second", text(4100 + random.nextGaussian() * 60),
                "learning_rate", text(0.0003 * Math.min(1, i / 6.0) * Math.cos(i / 40.0))));
        double other = 0.7 + 1.6 * Math.exp(-i / 9.0) + random.nextGaussian() * 0.03;
        distilled.report(i * 2, 1200 - i * 20, 2800 - i * 60, Map.of("loss", text(other)));
        // Each report is seen before the next one replaces it.
        page.awaitText("v-table", Double.toString(Double.parseDouble(text(other))).substring(0, 4));
      }
      page.awaitText("v-table", "62%");
      shoot(page, "trainings");
      page.go("/trainings/research/llama-8b-sft");
      page.await("document.querySelectorAll('c-chart').length === 4");
      page.awaitText(".pods tbody", "gpu-08");
      page.size(1280, 1100);
      shoot(page, "training");
      page.size(1280, 800);
      page.go("/trainings/research/llama-8b-sft?compare=vision%2Fvit-large-distill");
      page.await("document.querySelector('c-chart .key')?.textContent.includes('llama')");
      page.dark(true);
      shoot(page, "compare");
      page.dark(false);
      page.go("/trainings/research/mixtral-lora");
      page.awaitText("#waiting-sentence", "Insufficient nvidia.com/gpu");
      shoot(page, "waiting");
    }
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.5f", value);
  }

  @Test
  void showsTheCluster(Chromium browser) throws Exception {
    for (int i = 0; i < 400; i++) {
      cluster.store(LargeClusterPageTest.node(i));
    }
    for (int i = 0; i < 4000; i++) {
      cluster.store(LargeClusterPageTest.pod(i));
    }
    var training = new TestTraining(cluster, "research", "llama-8b-sft", 4, 900);
    training.submit();
    training.expand();
    for (int rank = 0; rank < 4; rank++) {
      training.podRuns(rank, "node-%04d".formatted(rank), 800);
    }
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/cluster");
      page.awaitText(".tiles", "4,004");
      page.awaitText("v-table", "node-0000");
      shoot(page, "cluster");
      page.go("/object/batch/v1/jobs/research/llama-8b-sft-node-0?tab=owned");
      page.awaitText("[role=tree]", training.pod(3));
      shoot(page, "object");
      page.go("/browse/core/v1/pods?ns=research");
      page.awaitText("v-table", training.pod(3));
      shoot(page, "objects");
    }
  }

  @Test
  void showsSlurm(Chromium browser) throws Exception {
    var slurm = new TestSlurm(cluster);
    slurm.state(3, "IDLE", true, "[node_problem] GPU 3 fell off the bus (Xid 79)");
    slurm.state(11, "ALLOCATED", true, "[slurm-check] dcgmi diag -r 2 failed: memory");
    slurm.state(17, "DOWN", false, "Not responding");
    slurm.publish();
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/slurm?node=worker-3");
      page.await("document.querySelectorAll('.cell.sl-draining').length === 1");
      page.awaitText(".side", "Xid 79");
      shoot(page, "slurm");
    }
  }

  @Test
  void showsControllers(Chromium browser) throws Exception {
    var kube = new ScriptedManager("kube-controller-manager");
    var trainer = new ScriptedManager("trainer-controller-manager");
    for (ScriptedManager manager : List.of(kube, trainer)) {
      cluster.put(
          """
          apiVersion: coordination.k8s.io/v1
          kind: Lease
          metadata: {name: %1$s, namespace: kube-system}
          spec: {holderIdentity: %1$s-7c9f, leaseTransitions: 2, renewTime: "%2$s"}
          """
              .formatted(manager.program().name(), TestCluster.ago(3).replace("Z", ".000000Z")));
    }
    kube.controller("job", 2, 412, 0);
    kube.controller("deployment", 0, 96, 0);
    kube.controller("garbage-collector", 0, 1204, 0);
    kube.controller("namespace", 0, 31, 0);
    trainer.controller("trainjob", 1, 188, 3);
    trainer.controller("trainingruntime", 0, 12, 0);
    trainer.fails(
        "trainjob",
        "research/gpt2-repro",
        "ClusterTrainingRuntime.trainer.kubeflow.org \"torch-gpu\" not found");
    trainer.triggered(
        "trainjob",
        "research/llama-8b-sft",
        "2026-01-01T09:00:00Z TrainJob ADDED research/llama-8b-sft",
        "2026-01-01T09:00:01Z JobSet MODIFIED research/llama-8b-sft: status.replicatedJobsStatus",
        "2026-01-01T09:00:04Z the last reconcile asked for it, after PT30S");
    try (Page page = cluster.open(browser, cluster.console(kube, trainer))) {
      page.go(
          "/controllers?program=trainer-controller-manager&controller=trainjob&key=research%2Fllama-8b-sft");
      page.awaitText("table.controllers", "412");
      page.awaitText(".why-lines", "after PT30S");
      kube.controller("job", 5, 431, 0);
      kube.controller("garbage-collector", 1, 1260, 0);
      trainer.controller("trainjob", 0, 203, 3);
      page.awaitText("table.controllers", "431");
      kube.controller("job", 1, 466, 0);
      kube.controller("garbage-collector", 0, 1322, 0);
      page.awaitText("table.controllers", "466");
      page.size(1280, 1000);
      shoot(page, "controllers");
    }
  }

  @Test
  void showsReplays(Chromium browser) throws Exception {
    Path a = TestRecording.passed().write(folder.resolve("seed-7.json"));
    Path b = TestRecording.failed().write(folder.resolve("seed-8.json"));
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/replay");
      page.await("document.querySelector('input[type=file]')");
      page.choose("input[type=file]", List.of(a));
      page.await("document.querySelector('c-replay')");
      page.press("f");
      page.press("o");
      page.press("o");
      page.awaitText("pre.diff .ins", "active");
      shoot(page, "replay");
      page.choose("input[type=file]", List.of(b));
      page.awaitText(".note.wait", "differ from step 9");
      page.click(".note.wait button.as-link");
      page.awaitText("tr.current", "kill jobset");
      page.dark(true);
      page.size(1280, 1000);
      shoot(page, "replay-compare");
    }
  }

  private static void shoot(Page page, String name) throws IOException {
    // Two frames later everything that was rendered has been painted.
    var _ =
        page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))");
    byte[] picture = Picture.small(page.screenshot());
    assertThat(picture).as(name).hasSizeBetween(5_000, MAX_BYTES);
    assertThat(page.problems()).isEmpty();
    write(Path.of("target", "screenshots"), name, picture);
    Path docs = Path.of(System.getProperty("coxswain.root", ".."), "docs");
    assertThat(docs.resolve("console.md")).content().contains("](console/" + name + ".png)");
    if (System.getProperty("coxswain.screenshots") != null) {
      write(docs.resolve("console"), name, picture);
    }
    assertThat(docs.resolve("console").resolve(name + ".png")).exists();
  }

  private static void write(Path folder, String name, byte[] picture) throws IOException {
    var _ = Files.createDirectories(folder);
    var _ = Files.write(folder.resolve(name + ".png"), picture);
  }
}
