package io.coxswain.cli;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Task;
import io.coxswain.runtime.metrics.ProcessMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Address, kubeconfig and storage of the embedded API server. */
final class ServerOptions {
  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Port on 127.0.0.1 to serve the API on. 0 selects a free port (default: ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      defaultValue = ".coxswain/kubeconfig",
      description = "Path to write the admin kubeconfig to (default: ${DEFAULT-VALUE}).")
  Path kubeconfig = Path.of(".coxswain/kubeconfig");

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Directory to persist objects in. Existing data is loaded. If unset, objects are kept in"
              + " memory only.")
  @Nullable Path dataDirectory;

  /** Made while the server is, which on two processors halves the time to start. */
  private final AtomicReference<HttpsServer.@Nullable Groundwork> groundwork =
      new AtomicReference<>();

  private @Nullable Task preparing;

  /** Rejects values that have the right type but cannot be used. */
  void check() {
    FlagValues.checkPort("--port", port);
    FlagValues.checkPath("--kubeconfig", kubeconfig);
    if (dataDirectory != null) {
      FlagValues.checkPath("--data-dir", dataDirectory);
    }
  }

  /** A server with what the data directory holds, if there is one. */
  ApiServer server(Env env, ApiServerOptions options) {
    ApiServer server = newServer(env, options);
    ProcessMetrics.register(env.files(), server.metrics().registry());
    return server;
  }

  private ApiServer newServer(Env env, ApiServerOptions options) {
    try {
      if (dataDirectory != null) {
        return ApiServer.open(env, options, dataDirectory);
      }
      Secrets secrets = Secrets.inMemory();
      preparing =
          env.tasks().spawn("front", () -> groundwork.set(HttpsServer.prepare(env, secrets)));
      return ApiServer.create(env, options, secrets);
    } catch (IOException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }

  /** Lets the server listen, and says where in the kubeconfig. */
  HttpsServer open(Env env, ApiServer server) {
    HttpsServer front;
    try {
      if (preparing != null) {
        preparing.join();
      }
      HttpsServer.Groundwork prepared = groundwork.get();
      front =
          prepared == null
              ? HttpsServer.start(env, server, port)
              : HttpsServer.start(env, prepared, server, port);
    } catch (IOException e) {
      server.close();
      throw new CommandException(String.valueOf(e.getMessage()));
    }
    try {
      front.writeKubeconfig(kubeconfig);
      return front;
    } catch (IOException e) {
      front.close();
      server.close();
      throw new CommandException(
          "--kubeconfig: failed to write " + kubeconfig + ": " + FileProblem.why(e));
    }
  }

  String describe(HttpsServer front) {
    return front.url()
        + ", kubeconfig "
        + kubeconfig
        + (dataDirectory == null ? "" : ", data in " + dataDirectory);
  }
}
