package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The steps of {@code coxswain bench all}. Each part measures ours and the Go programs alternately,
 * so that other load on the host affects both. A failed part does not end the others.
 */
final class AllBench {
  /** The fraction of the full {@code bench train} workload, which takes several minutes. */
  private static final double TRAIN_SCALE = 0.25;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Env env;
  private final AllBenchCommand options;
  private final Comparison comparison = new Comparison(new Progress());
  private final String begin;
  private String end = "";
  private boolean failed;

  /** Measurements without a counterpart. */
  private final Report alone = new Report();

  AllBench(Env env, AllBenchCommand options) {
    this.env = env;
    this.options = options;
    this.begin = DAY.format(env.clock().now()) + ", load " + MachineFacts.load();
  }

  void run() throws InterruptedException {
    GoPrograms programs = GoPrograms.find();
    for (AllBenchCommand.Part part : options.parts()) {
      comparison.progress().say("---- " + part);
      try {
        switch (part) {
          case start -> new StartComparison(env, options, programs, comparison).run();
          case api -> new ApiComparison(env, options, programs, comparison, false).run();
          case durable -> new ApiComparison(env, options, programs, comparison, true).run();
          case kube -> new KubeComparison(env, options, programs, comparison).run();
          case runtime -> new RuntimeComparison(env, options, comparison).run();
          case slurm -> slurm();
          case train -> train();
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failed = true;
        comparison.remark("failed: " + part + ": " + e.getMessage());
      }
    }
    end = DAY.format(env.clock().now()) + ", load " + MachineFacts.load();
  }

  private void slurm() throws Exception {
    var slurm = new SlurmBenchCommand();
    slurm.nodes = options.size(5_000);
    slurm.jobs = options.size(50_000);
    slurm.rounds = options.rounds;
    new SlurmBench(env, slurm, alone).run();
  }

  private void train() throws IOException, InterruptedException {
    var train = new TrainBenchCommand();
    train.cluster.scale = TRAIN_SCALE * options.scale;
    train.nodes = options.size(1_000);
    train.warmUps = 1;
    new TrainBench(env, train, alone).run();
  }

  boolean failed() {
    return failed;
  }

  String report() {
    String beside =
        """
        `%s`, ours and theirs in turn; medians, with the least and the most in brackets.

        - machine: %s
        - begin: %s; end: %s

        %s\
        """
            .formatted(options.words(), MachineFacts.text(), begin, end, comparison.table());
    return alone.rows().isEmpty() ? beside : beside + "\nOurs alone:\n\n" + alone.markdown();
  }
}
