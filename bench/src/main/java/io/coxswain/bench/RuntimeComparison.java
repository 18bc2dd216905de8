package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The memory of a cached pod and the cost of a controller, next to client-go and
 * controller-runtime.
 */
final class RuntimeComparison {
  private final Env env;
  private final AllBenchCommand options;
  private final Comparison comparison;

  private static final Measure FRESH =
      Measure.of("heap for a cached pod as it comes", Measure.Unit.BYTES);
  private static final Measure HEAP =
      Measure.of("heap for a cached pod at rest", Measure.Unit.BYTES).times(3);
  private static final Measure SYNC =
      Measure.of("manager, start of the process to caches synced", Measure.Unit.MILLIS);
  private static final Measure SYNC_CPU =
      Measure.of("the same, processor time", Measure.Unit.MILLIS);
  private static final Measure NO_OPS =
      Measure.of("no-op reconciles, 16 workers", Measure.Unit.PER_SECOND);

  RuntimeComparison(Env env, AllBenchCommand options, Comparison comparison) {
    this.env = env;
    this.options = options;
    this.comparison = comparison;
  }

  void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("coxswain-bench");
    try {
      Optional<BenchmarkedProgram> peer = new Peers(folder, comparison::remark).controllerRuntime();
      try (Child _ =
          Child.start(Programs.coxswain("apiserver", "--kubeconfig", "kubeconfig"), folder)) {
        Path kubeconfig = folder.resolve("kubeconfig");
        int pods = options.size(10_000);
        comparison.progress().say("creating %,d pods".formatted(pods));
        RuntimeBench.prepare(Target.of(env, kubeconfig), pods, pods);
        for (int round = 0; round < options.rounds; round++) {
          ours(folder, kubeconfig.toString(), pods);
          if (peer.isPresent()) {
            theirs(peer.get(), folder, kubeconfig.toString(), pods);
          }
        }
      }
    } finally {
      Child.delete(folder);
    }
  }

  private void ours(Path folder, String kubeconfig, int pods)
      throws IOException, InterruptedException {
    BenchmarkedProgram own = RuntimeBench.own();
    String count = Integer.toString(pods);
    Map<String, Double> memory =
        own.measure(folder, RuntimeBench.SIMPLE, "memory", kubeconfig, count);
    comparison.ours(FRESH, memory.getOrDefault("fresh", -1.0));
    comparison.ours(HEAP, memory.getOrDefault("heap", -1.0));
    Map<String, Double> sync = own.measure(folder, RuntimeBench.DEFAULT, "sync", kubeconfig, "0");
    comparison.ours(SYNC, sync.getOrDefault("wall", -1.0));
    comparison.ours(SYNC_CPU, sync.getOrDefault("cpu", -1.0));
    comparison.ours(
        NO_OPS, value(own, folder, RuntimeBench.DEFAULT, "work", kubeconfig, "0", "perSecond"));
  }

  private void theirs(BenchmarkedProgram peer, Path folder, String kubeconfig, int pods)
      throws IOException, InterruptedException {
    List<String> none = List.of();
    double heap = value(peer, folder, none, "memory", kubeconfig, Integer.toString(pods), "heap");
    comparison.theirs(FRESH, heap);
    comparison.theirs(HEAP, heap);
    Map<String, Double> sync = peer.measure(folder, none, "sync", kubeconfig, "0");
    comparison.theirs(SYNC, sync.getOrDefault("wall", -1.0));
    comparison.theirs(SYNC_CPU, sync.getOrDefault("cpu", -1.0));
    comparison.theirs(NO_OPS, value(peer, folder, none, "work", kubeconfig, "0", "perSecond"));
  }

  private static double value(
      BenchmarkedProgram contender,
      Path folder,
      List<String> jvm,
      String mode,
      String kubeconfig,
      String count,
      String name)
      throws IOException, InterruptedException {
    Double value = contender.measure(folder, jvm, mode, kubeconfig, count).get(name);
    if (value == null) {
      throw new IOException(contender.name() + " did not say " + name);
    }
    return value;
  }
}
