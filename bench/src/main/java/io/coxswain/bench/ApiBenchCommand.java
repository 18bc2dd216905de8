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
          "The server to measure (default: one of ours is started, and its start and memory are"
              + " measured too).")
  @Nullable Path kubeconfig;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "1.5",
      description = "How long each measurement takes (default: ${DEFAULT-VALUE}).")
  double seconds;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N,N",
      defaultValue = "1,32,256",
      description = "How many clients at once (default: ${DEFAULT-VALUE}).")
  List<Integer> clients = List.of(1, 32, 256);

  @Option(
      names = "--watchers",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "How many watches are open; 0 to leave watches out (default: ${DEFAULT-VALUE}).")
  int watchers;

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "500",
      description = "Updates per second while they are (default: ${DEFAULT-VALUE}).")
  int updates;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      defaultValue = "0",
      description = "The process of the server that the kubeconfig names, for its memory.")
  long pid;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Let the server that is started keep its objects in this directory.")
  @Nullable Path dataDirectory;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  @Override
  public Integer call() throws Exception {
    Report report = new Report();
    new ApiBench(Env.production(), this, report).run();
    System.out.print(output.equals("json") ? report.json() : report.table());
    return 0;
  }
}
