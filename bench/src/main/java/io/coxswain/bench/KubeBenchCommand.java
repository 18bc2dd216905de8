package io.coxswain.bench;

import io.coxswain.env.Env;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench kube}. */
@Command(
    name = "kube",
    description =
        "Measure the controllers: a Deployment of 1,000 pods, Indexed Jobs of 2,000 and 10,000,"
            + " 1,000 Jobs of 10, and the memory that 10,000 pods take.",
    mixinStandardHelpOptions = true)
final class KubeBenchCommand implements Callable<Integer> {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "The cluster to measure, whoever its controllers are (default: one of ours is started,"
              + " without nodes).")
  @Nullable Path kubeconfig;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      defaultValue = "0",
      description = "A process of the cluster that the kubeconfig names, for its memory.")
  long pid;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = "Multiplies all sizes, e.g. 0.1 for a quick look (default: ${DEFAULT-VALUE}).")
  double scale;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  @Override
  public Integer call() throws Exception {
    Report report = new Report();
    new KubeBench(Env.production(), this, report).run();
    System.out.print(output.equals("json") ? report.json() : report.table());
    return 0;
  }
}
