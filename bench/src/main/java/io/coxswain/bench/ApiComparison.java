package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests by 32 clients: ours next to kube-apiserver and etcd, either both in memory or both
 * responding only after the data is on disk. Both servers run all the time; one is idle while the
 * other is measured.
 */
final class ApiComparison {
  private static final int CLIENTS = 32;
  private static final double SECONDS = 2.5;
  private static final int WATCHERS = 1_000;
  private static final int UPDATES = 200;
  private static final double WATCH_SECONDS = 4;
  private static final double GOAL = 5;
  private static final Set<PodLife.Step> STEPS =
      EnumSet.of(PodLife.Step.CREATE, PodLife.Step.GET, PodLife.Step.STATUS, PodLife.Step.DELETE);

  private final Env env;
  private final AllBenchCommand options;
  private final GoPrograms programs;
  private final Comparison comparison;
  private final boolean durable;

  ApiComparison(
      Env env,
      AllBenchCommand options,
      GoPrograms programs,
      Comparison comparison,
      boolean durable) {
    this.env = env;
    this.options = options;
    this.programs = programs;
    this.comparison = comparison;
    this.durable = durable;
  }

  /** Records a value. */
  private interface Noted {
    void value(Measure measure, double value);
  }

  void run() throws IOException, InterruptedException {
    Optional<String> absence = programs.absence("etcd", "kube-apiserver");
    absence.ifPresent(
        why -> comparison.remark("skipped: " + kind() + " requests to kube-apiserver: " + why));
    Path folder = Files.createTempDirectory("coxswain-bench");
    var words = new ArrayList<>(Programs.coxswain("apiserver", "--kubeconfig", "kubeconfig"));
    if (durable) {
      words.addAll(List.of("--data-dir", "data"));
    }
    try (Child server = Child.start(words, folder)) {
      Target target = Target.of(env, folder.resolve("kubeconfig"));
      if (absence.isPresent()) {
        inTurn(target, server.pid(), null);
        return;
      }
      try (GoControlPlane plane = GoControlPlane.start(env, programs, durable)) {
        inTurn(target, server.pid(), plane);
      }
    } finally {
      Child.delete(folder);
    }
  }

  private void inTurn(Target target, long pid, @Nullable GoControlPlane plane)
      throws IOException, InterruptedException {
    BenchNamespace ours = BenchNamespace.create(env, target);
    BenchNamespace theirs = plane == null ? null : BenchNamespace.create(env, plane.target());
    comparison.progress().say("warming up");
    // A server in Java needs a warm-up to reach its speed.
    life(ours);
    life(ours);
    if (theirs != null) {
      life(theirs);
    }
    for (int round = 0; round < options.rounds; round++) {
      note(comparison::ours, ours, pid);
      if (plane != null && theirs != null) {
        note(comparison::theirs, theirs, plane.pids());
      }
    }
    comparison.ours(resident(), Child.residentMiB(pid));
    if (plane != null) {
      comparison.theirs(resident(), Child.residentMiB(plane.pids()));
    }
    if (!durable) {
      watches(ours, theirs);
    }
  }

  private void watches(BenchNamespace ours, @Nullable BenchNamespace theirs)
      throws IOException, InterruptedException {
    comparison.progress().say("opening watches");
    int watchers = options.size(WATCHERS);
    double seconds = Math.max(1, WATCH_SECONDS * options.scale);
    var own = new WatchLoad(ours, watchers, seconds);
    own.fill();
    WatchLoad other = theirs == null ? null : new WatchLoad(theirs, watchers, seconds);
    if (other != null) {
      other.fill();
    }
    for (int round = 0; round < options.rounds; round++) {
      latencies(comparison::ours, own.oneEach(UPDATES));
      if (other != null) {
        latencies(comparison::theirs, other.oneEach(UPDATES));
      }
    }
  }

  private static void latencies(Noted noted, Report.Row row) {
    String what = "%s, %d updates/s, update to event, ".formatted(row.what(), UPDATES);
    noted.value(Measure.of(what + "p50", Measure.Unit.MILLIS), row.p50Millis());
    noted.value(Measure.of(what + "p99", Measure.Unit.MILLIS), row.p99Millis());
  }

  private SequencedMap<PodLife.Step, Load.Result> life(BenchNamespace namespace, long... pids)
      throws IOException, InterruptedException {
    return new PodLife(namespace, CLIENTS, options.seconds(SECONDS), pids).run(STEPS);
  }

  private void note(Noted noted, BenchNamespace namespace, long... pids)
      throws IOException, InterruptedException {
    life(namespace, pids)
        .forEach(
            (step, result) -> {
              Measure rate =
                  Measure.of(
                      "%s, %d clients, %s".formatted(step.words, CLIENTS, kind()),
                      Measure.Unit.PER_SECOND);
              noted.value(step == PodLife.Step.GET ? rate : rate.times(GOAL), result.perSecond());
              if (step == PodLife.Step.CREATE && result.serverMicros() >= 0) {
                noted.value(
                    Measure.of(
                        "processor time of the server for a create, %s".formatted(kind()),
                        Measure.Unit.MICROS),
                    result.serverMicros());
              }
            });
  }

  private Measure resident() {
    return Measure.of("resident after these, %s".formatted(kind()), Measure.Unit.MIB);
  }

  private String kind() {
    return durable ? "durable" : "volatile";
  }
}
