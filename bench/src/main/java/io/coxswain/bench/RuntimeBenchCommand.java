package io.coxswain.bench;

import io.coxswain.env.Env;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench runtime}. */
@Command(
    name = "runtime",
    description =
        "Compare the controller runtime with Java Operator SDK and controller-runtime, which are"
            + " built with Maven and Go if available.",
    mixinStandardHelpOptions = true)
final class RuntimeBenchCommand implements Callable<Integer> {
  @Option(
      names = "--pods",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Number of cached pods (default: ${DEFAULT-VALUE}).")
  int pods;

  @Option(
      names = "--others",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Number of other cached objects (default: ${DEFAULT-VALUE}).")
  int others;

  @Option(
      names = "--initial",
      paramLabel = "N",
      defaultValue = "50000",
      description =
          "Number of objects in the queue before the changed one (default: ${DEFAULT-VALUE}).")
  int initial;

  @Option(
      names = "--contenders",
      split = ",",
      paramLabel = "NAME,NAME",
      defaultValue = "own,josdk,controller-runtime",
      description = "Programs to measure (default: ${DEFAULT-VALUE}).")
  List<String> contenders = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "Output format: table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  @Override
  public Integer call() throws Exception {
    var report = new RuntimeReport();
    new RuntimeBench(Env.production(), this, report).run();
    System.out.print(output.equals("json") ? report.json() : report.table());
    return 0;
  }
}
