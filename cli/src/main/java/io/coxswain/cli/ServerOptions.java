package io.coxswain.cli;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import io.coxswain.env.Task;
import io.coxswain.runtime.metrics.ProcessMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Address, kubeconfig and storage of the embedded API server. */
final class ServerOptions {
  private static final Path DEFAULT_KUBECONFIG = Path.of(".coxswain/kubeconfig");

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Port on 127.0.0.1 to serve the API on. 0 selects a free port (default:"
              + " ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      defaultValue = ".coxswain/kubeconfig",
      description = "Path to write the admin kubeconfig to (default: ${DEFAULT-VALUE}).")
  Path kubeconfig = DEFAULT_KUBECONFIG;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Directory to persist objects in. Existing data is loaded. If unset, objects are kept in"
              + " memory only.")
  @Nullable Path dataDirectory;

  @Mixin private ApiFeatureFlags features = new ApiFeatureFlags();

  /** Whether the kubeconfig is of no use after the server has stopped. */
  boolean isTemporary;

  /** The address of the opened server; a closed one no longer knows it. */
  private String url = "";

  /** Created concurrently with the server, which halves the start time on two processors. */
  private final AtomicReference<HttpsServer.@Nullable Groundwork> groundwork =
      new AtomicReference<>();

  private @Nullable Task preparing;

  /** The directory for files of running containers; null for a new one. */
  @Nullable Path runDirectory;

  /**
   * Uses the files of a named cluster where the user has not chosen others.
   *
   * @param lastPort the port at the last start, so that kubeconfigs stay valid; 0 for none
   */
  void useFor(NamedCluster cluster, int lastPort) {
    kubeconfig = kubeconfig.equals(DEFAULT_KUBECONFIG) ? cluster.kubeconfig() : kubeconfig;
    dataDirectory = dataDirectory == null ? cluster.data() : dataDirectory;
    runDirectory = cluster.run();
    port = port == 0 ? lastPort : port;
  }

  /** Rejects values that have the right type but cannot be used. */
  void check() {
    FlagValues.checkPort("--port", port);
    FlagValues.checkPath("--kubeconfig", kubeconfig);
    if (dataDirectory != null) {
      FlagValues.checkPath("--data-dir", dataDirectory);
    }
  }

  /** Creates a server, with the content of the data directory if there is one. */
  ApiServer server(Env env, ApiServerOptions options) {
    ApiServer server = newServer(env, options.withFeatures(features.features()));
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

  /** Opens the server's port and writes the address to the kubeconfig. */
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
      url = front.url();
      return front;
    } catch (IOException e) {
      front.close();
      server.close();
      throw new CommandException(
          "--kubeconfig: failed to write " + kubeconfig + ": " + FileProblem.why(e));
    }
  }

  /** Removes a kubeconfig that leads nowhere any more, unless another server has replaced it. */
  void closed(Files files) {
    if (!isTemporary) {
      return;
    }
    try {
      if (new String(files.read(kubeconfig), StandardCharsets.UTF_8).contains(url)) {
        files.delete(kubeconfig);
      }
      Path directory = kubeconfig.toAbsolutePath().getParent();
      if (directory != null && directory.endsWith(".coxswain") && files.list(directory).isEmpty()) {
        files.delete(directory);
      }
    } catch (NoSuchFileException e) {
      // already removed by another process
    } catch (IOException e) {
      throw new CommandException("failed to remove " + kubeconfig + ": " + FileProblem.why(e));
    }
  }

  String describe(HttpsServer front) {
    return front.url()
        + ", kubeconfig "
        + kubeconfig
        + (dataDirectory == null ? "" : ", data in " + dataDirectory);
  }
}
