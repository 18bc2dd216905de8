package io.coxswain.cli;

import io.coxswain.env.Env;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import io.coxswain.slurm.power.PowerCommand;
import io.coxswain.slurm.power.PowerManager;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain power-manager}: powers ephemeral Slurm nodes up and down, for slurmctld. */
@Command(
    name = PowerManager.NAME,
    description =
        "Power ephemeral Slurm nodes on and off. Accepts the same arguments as Soperator's"
            + " power-manager.")
final class PowerManagerCommand implements Callable<Integer> {
  private static final Path TOKEN = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");
  private static final String HOST = "KUBERNETES_SERVICE_HOST";

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return run(words, new TreeMap<>(System.getenv()));
  }

  static int run(List<String> words, SortedMap<String, String> environment) {
    ZapLogging.apply(ZapOptions.production());
    if (words.stream().anyMatch(List.of("-h", "-help", "--help")::contains)) {
      System.err.println(PowerCommand.usage());
      return 0;
    }
    Env env = Env.production();
    try {
      PowerCommand command = PowerCommand.of(words, env.files());
      var found = new Kubeconfig(env.files(), reachable(env, environment), null, null);
      PowerManager.run(env.withApi(HttpTransport.to(found)), command);
      return 0;
    } catch (FlagException e) {
      LoggerFactory.getLogger(PowerManager.NAME).error("{}", e.getMessage());
      System.err.println(PowerCommand.usage());
      return 1;
    } catch (KubeconfigException | IOException e) {
      LoggerFactory.getLogger(PowerManager.NAME).error("{}", e.getMessage());
      return 1;
    }
  }

  /**
   * The in-cluster configuration takes precedence over a kubeconfig; slurmctld removes the
   * environment variables that contain it.
   */
  private static SortedMap<String, String> reachable(
      Env env, SortedMap<String, String> environment) {
    var known = new TreeMap<>(environment);
    if (env.files().exists(TOKEN)) {
      known.remove("KUBECONFIG");
      known.putIfAbsent(HOST, "kubernetes.default.svc");
    }
    return known;
  }
}
