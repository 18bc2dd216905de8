package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The steps of {@code coxswain bench kube}. The pods are not scheduled: the controllers are
 * measured, from the request that wants pods to the last pod on the server, and to the status that
 * counts them.
 */
final class KubeBench {
  private static final int CLIENTS = 16;

  private final Env env;
  private final ClusterBenchOptions options;
  private final Report report;

  KubeBench(Env env, ClusterBenchOptions options, Report report) {
    this.env = env;
    this.options = options;
    this.report = report;
  }

  void run() throws IOException, InterruptedException {
    options.measure(
        env,
        List.of("--nodes", "0", "--no-scheduler"),
        up -> {
          report.add(new Report.Row("start to ready", -1, up.readyMillis(), up.readyMillis(), ""));
          memory("memory, idle", up.pid());
        },
        this::measure);
  }

  private void measure(Target target, long pid) throws IOException, InterruptedException {
    try (var wire = new Wire(target)) {
      var workloads = Workloads.open(env, new Calls(wire));
      workloads.deployment(options.size(200), Workloads.NOTHING);
      int replicas = options.size(1_000);
      report.add(
          row(
              "Deployment of %,d".formatted(replicas),
              replicas,
              workloads.deployment(replicas, Workloads.NOTHING)));
      for (int pods : new int[] {options.size(2_000), options.size(10_000)}) {
        Runnable memory = () -> memory("memory, %,d pods".formatted(pods), pid);
        report.add(row("Indexed Job of %,d".formatted(pods), pods, workloads.job(pods, memory)));
      }
      manyJobs(target, workloads, options.size(1_000), 10);
      workloads.close();
    }
  }

  private void memory(String what, long pid) {
    double resident = Child.residentMiB(pid);
    if (pid > 0 && resident >= 0) {
      report.note(what, "%.0f MiB resident".formatted(resident));
    }
  }

  private void manyJobs(Target target, Workloads workloads, int jobs, int each)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    var next = new AtomicInteger();
    new Load(target, CLIENTS, Workloads.PATIENCE_SECONDS)
        .run(
            (own, _, _) -> {
              int number = next.getAndIncrement();
              if (number >= jobs) {
                return false;
              }
              new Calls(own).send("POST", workloads.jobs(), Workloads.jobOf("j" + number, each));
              return true;
            });
    double requested = Calls.seconds(start);
    int all = jobs * each;
    workloads.awaitPods(all);
    double made = Calls.seconds(start);
    double gone = workloads.remove(workloads.jobs());
    report.add(
        row(
            "%,d Jobs of %d".formatted(jobs, each),
            all,
            made,
            ", requests took %.2f s; gone in %.2f s".formatted(requested, gone)));
  }

  private static Report.Row row(String what, int count, Workloads.Times times) {
    return row(
        what,
        count,
        times.pods(),
        ", status after %.2f s; gone in %.2f s".formatted(times.status(), times.gone()));
  }

  private static Report.Row row(String what, int count, double seconds, String more) {
    return new Report.Row(
        what, count / seconds, -1, -1, "pods; all after %.2f s%s".formatted(seconds, more));
  }
}
