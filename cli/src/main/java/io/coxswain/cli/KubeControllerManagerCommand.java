package io.coxswain.cli;

import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.env.Program;
import io.coxswain.kube.host.Console;
import io.coxswain.kube.host.HostDependencies;
import io.coxswain.kube.host.KubeControllerManager;
import io.coxswain.kube.host.shared.Listener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code coxswain kube-controller-manager}: parses its flags itself, like the program that it
 * replaces.
 */
@Command(
    name = KubeControllerManagerCommand.NAME,
    description =
        "Run kube-controller-manager. Accepts the same flags as upstream; see 'coxswain"
            + " kube-controller-manager --help'.")
final class KubeControllerManagerCommand implements Callable<Integer> {
  static final String NAME = "kube-controller-manager";
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  /** Everything after the command's name. */
  @Unmatched private List<String> flags = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    return run(flags);
  }

  /** Runs the program with its command-line arguments. */
  static int run(List<String> words) {
    Env env = Env.production();
    var around =
        new HostDependencies(
            env,
            new KubeconfigConnector(env.files(), new TreeMap<>(System.getenv())),
            Listener.SOCKETS,
            new Console(System.out::println, System.err::println, columns()),
            new KlogLogging(),
            hostName(env.files()));
    return KubeControllerManager.main(around, words, Program::onStopSignal);
  }

  /** The terminal width, if the shell exports it. */
  private static int columns() {
    String columns = System.getenv().getOrDefault("COLUMNS", "");
    return columns.matches("\\d{1,4}") ? Integer.parseInt(columns) : 0;
  }

  private static String hostName(Files files) {
    try {
      return new String(files.read(HOST_NAME), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return System.getenv().getOrDefault("HOSTNAME", "localhost");
    }
  }
}
