package io.coxswain.cli;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code coxswain logs}: the output of a named cluster. */
@Command(
    name = "logs",
    description = "Print the output of a cluster that was started with 'coxswain up --detach'.",
    mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {
  private static final Duration POLL_PERIOD = Duration.ofMillis(200);

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = NamedCluster.DEFAULT_NAME,
      description = "Name of the cluster (default: ${DEFAULT-VALUE}).")
  private String name = NamedCluster.DEFAULT_NAME;

  @Option(
      names = {"-f", "--follow"},
      description = "Continue to print until the cluster stops.")
  private boolean follow;

  @Override
  public Integer call() throws CancelledException {
    Env env = Env.production();
    NamedCluster cluster = NamedCluster.of(env.files(), System.getenv(), name);
    if (!env.files().exists(cluster.log())) {
      throw new CommandException(
          "there is no output of a cluster \"%s\"; see 'coxswain status'".formatted(name));
    }
    try (InputStream log = env.files().open(cluster.log())) {
      boolean more = true;
      while (more) {
        more = follow && cluster.isRunning(); // what it wrote before its end is still printed
        log.transferTo(System.out);
        System.out.flush();
        if (more) {
          env.clock().sleep(POLL_PERIOD);
        }
      }
      return 0;
    } catch (IOException e) {
      throw new CommandException(cluster.log() + ": " + FileProblem.why(e));
    }
  }
}
