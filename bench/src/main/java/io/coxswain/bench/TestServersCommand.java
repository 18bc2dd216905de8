package io.coxswain.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench junit}. */
@Command(
    name = "junit",
    description =
        "Compare coxswain-junit with fabric8's test servers, which are fetched with Maven;"
            + " kube-api-test also needs etcd, kube-apiserver and kubectl.",
    mixinStandardHelpOptions = true)
final class TestServersCommand implements Callable<Integer> {
  @Option(
      names = "--assets",
      paramLabel = "DIR",
      defaultValue = "${env:KUBEBUILDER_ASSETS}",
      description = "Directory with the programs of Kubernetes (default: $KUBEBUILDER_ASSETS).")
  @Nullable Path assets;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "Output format: table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  @Override
  public Integer call() throws Exception {
    Path work = Files.createTempDirectory("coxswain-bench");
    var bench = new TestServersBench(work, assets);
    bench.run();
    System.out.print(output.equals("json") ? bench.json() : bench.table());
    return 0;
  }
}
