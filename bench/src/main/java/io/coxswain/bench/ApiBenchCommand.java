package io.coxswain.bench;

import io.coxswain.env.Env;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench api}. */
@Command(
    name = "api",
    description =
        "Measure an API server: requests by 1, 32 and 256 clients, watches, start and memory.",
    mixinStandardHelpOptions = true)
final class ApiBenchCommand implements Callable<Integer> {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Server to measure (default: start one of ours and also measure its start time and"
              + " memory).")
  @Nullable Path kubeconfig;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "1.5",
      description = "Duration of each measurement (default: ${DEFAULT-VALUE}).")
  double seconds;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N,N",
      defaultValue = "1,32,256",
      description = "Number of concurrent clients (default: ${DEFAULT-VALUE}).")
  List<Integer> clients = List.of(1, 32, 256);

  @Option(
      names = "--watchers",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Number of open watches; 0 to skip watches (default: ${DEFAULT-VALUE}).")
  int watchers;

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "500",
      description = "Updates per second with open watches (default: ${DEFAULT-VALUE}).")
  int updates;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      defaultValue = "0",
      description = "Process ID of the kubeconfig's server, to measure its memory.")
  long pid;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Data directory of the started server (default: in memory).")
  @Nullable Path dataDirectory;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "Output format: table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  @Override
  public Integer call() throws Exception {
    Report report = new Report();
    new ApiBench(Env.production(), this, report).run();
    System.out.print(output.equals("json") ? report.json() : report.table());
    return 0;
  }
}
