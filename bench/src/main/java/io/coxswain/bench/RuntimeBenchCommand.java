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
        "Measure the controller runtime beside Java Operator SDK and controller-runtime, which are"
            + " built with Maven and Go if those are there.",
    mixinStandardHelpOptions = true)
final class RuntimeBenchCommand implements Callable<Integer> {
  @Option(
      names = "--pods",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many pods are cached (default: ${DEFAULT-VALUE}).")
  int pods;

  @Option(
      names = "--others",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many other objects are (default: ${DEFAULT-VALUE}).")
  int others;

  @Option(
      names = "--initial",
      paramLabel = "N",
      defaultValue = "50000",
      description = "Behind how many objects one is changed (default: ${DEFAULT-VALUE}).")
  int initial;

  @Option(
      names = "--contenders",
      split = ",",
      paramLabel = "NAME,NAME",
      defaultValue = "own,josdk,controller-runtime",
      description = "Whom to measure (default: ${DEFAULT-VALUE}).")
  List<String> contenders = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  @Override
  public Integer call() throws Exception {
    var report = new RuntimeReport();
    new RuntimeBench(Env.production(), this, report).run();
    System.out.print(output.equals("json") ? report.json() : report.table());
    return 0;
  }
}
