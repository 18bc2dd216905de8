package io.coxswain.cli;

import io.coxswain.console.ConsoleOptions;
import io.coxswain.console.ConsoleServer;
import io.coxswain.env.Env;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The console of an embedded cluster. */
final class UpConsole {
  private static final String USER = "kubernetes-admin";

  @Option(
      names = "--no-console",
      description =
          "Do not serve the web console, whose link is printed when the cluster is ready.")
  private boolean none;

  @Option(
      names = "--console-port",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Port on 127.0.0.1 to serve the web console on. 0 selects a free port (default:"
              + " ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--allow-actions",
      description =
          "Let the web console change objects: suspend, resume, scale, delete, cordon and drain.")
  private boolean actions;

  /** Rejects values that have the right type but cannot be used. */
  void check() {
    FlagValues.checkPort("--console-port", port);
  }

  /**
   * The console while the cluster runs.
   *
   * @param link that opens it; empty if there is none
   */
  record Running(@Nullable ConsoleServer server, String link) implements AutoCloseable {
    @Override
    public void close() {
      if (server != null) {
        server.close();
      }
    }
  }

  /**
   * Serves the console, unless the user does not want it.
   *
   * @param newLink is given the next link after one has been used
   */
  Running start(Env env, EmbeddedCluster cluster, Consumer<String> newLink) {
    if (none) {
      return new Running(null, "");
    }
    var options =
        new ConsoleOptions(
            Integer.toString(port),
            new ConsoleOptions.Shared(cluster.transport(USER)),
            cluster.front().url(),
            actions,
            "",
            VersionCommand.number(),
            cluster.programs());
    try {
      ConsoleServer server = ConsoleServer.start(env, options, newLink);
      return new Running(server, server.loginUrl());
    } catch (IOException e) {
      throw new CommandException("--console-port: " + e.getMessage());
    }
  }
}
