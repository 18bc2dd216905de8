package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The time from the start of the programs to ready, and their memory then. */
final class StartComparison {
  /** The time until start-up work has settled. */
  private static final int SETTLE_MILLIS = 2_000;

  private static final Measure READY =
      Measure.of("`up` without nodes, launch to ready; etcd + kube-apiserver", Measure.Unit.SECONDS)
          .atMost(1);
  private static final Measure RESIDENT =
      Measure.of("the same, resident when idle", Measure.Unit.MIB);
  private static final Measure READY_WITH_NODES =
      Measure.of("`up` with 10 nodes, launch to ready", Measure.Unit.SECONDS).atMost(1);
  private static final Measure RESIDENT_WITH_NODES =
      Measure.of("the same, resident when idle, 10 nodes", Measure.Unit.MIB);

  private final Env env;
  private final AllBenchCommand options;
  private final GoPrograms programs;
  private final Comparison comparison;

  StartComparison(Env env, AllBenchCommand options, GoPrograms programs, Comparison comparison) {
    this.env = env;
    this.options = options;
    this.programs = programs;
    this.comparison = comparison;
  }

  void run() throws IOException, InterruptedException {
    Optional<String> absence = programs.absence("etcd", "kube-apiserver");
    absence.ifPresent(why -> comparison.remark("skipped: start of the Go pair: " + why));
    // A warm-up run, because the first one reads from disk.
    up(READY, RESIDENT, false, "--nodes", "0", "--no-scheduler");
    if (absence.isEmpty()) {
      pair(false);
    }
    for (int round = 0; round < options.rounds; round++) {
      up(READY, RESIDENT, true, "--nodes", "0", "--no-scheduler");
      if (absence.isEmpty()) {
        pair(true);
      }
      up(READY_WITH_NODES, RESIDENT_WITH_NODES, true, "--nodes", "10", "--node-kind", "simulated");
    }
  }

  private void up(Measure ready, Measure resident, boolean noted, String... more)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("coxswain-bench");
    var words = new ArrayList<>(Programs.coxswain("up", "--kubeconfig", "kubeconfig"));
    words.addAll(List.of(more));
    try (Child up = Child.start(words, folder)) {
      if (noted) {
        comparison.ours(ready, up.readyMillis() / 1e3);
        Thread.sleep(SETTLE_MILLIS);
        comparison.ours(resident, Child.residentMiB(up.pid()));
      }
    } finally {
      Child.delete(folder);
    }
  }

  private void pair(boolean noted) throws IOException, InterruptedException {
    try (GoControlPlane pair = GoControlPlane.start(env, programs, false)) {
      if (noted) {
        comparison.theirs(READY, pair.readyMillis() / 1e3);
        Thread.sleep(SETTLE_MILLIS);
        comparison.theirs(RESIDENT, Child.residentMiB(pair.pids()));
      }
    }
  }
}
