package io.coxswain.bench;

import io.coxswain.env.Env;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code coxswain bench kube}. */
@Command(
    name = "kube",
    description =
        "Measure the controllers: a Deployment of 1,000 pods, Indexed Jobs of 2,000 and 10,000,"
            + " 1,000 Jobs of 10, and the memory that 10,000 pods take.",
    mixinStandardHelpOptions = true)
final class KubeBenchCommand implements Callable<Integer> {
  @Mixin ClusterBenchOptions cluster = new ClusterBenchOptions();

  @Override
  public Integer call() throws Exception {
    Report report = new Report();
    new KubeBench(Env.production(), cluster, report).run();
    cluster.show(report);
    return 0;
  }
}
