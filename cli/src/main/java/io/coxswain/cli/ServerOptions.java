package io.coxswain.cli;

import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.http.KubeletClient;
import io.coxswain.apiserver.http.KubeletOptions;
import io.coxswain.apiserver.http.ListenOptions;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.ApiServerOptions.EncryptionFile;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import io.coxswain.env.Task;
import io.coxswain.runtime.metrics.ProcessMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Address, kubeconfig and storage of the embedded API server. */
final class ServerOptions {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int USAGE_ERROR = 2;

  private static final Path DEFAULT_KUBECONFIG = Path.of(".coxswain/kubeconfig");

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9*]([-A-Za-z0-9.]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]{2,45}");

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port to serve the API on. 0 selects a free port (default: ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--bind-address",
      paramLabel = "IP",
      defaultValue = LOOPBACK,
      description =
          "IP address to serve the API on. With another than the loopback address, nodes on other"
              + " hosts can join, and everyone who can reach it can send requests (default:"
              + " ${DEFAULT-VALUE}).")
  String bindAddress = LOOPBACK;

  @Option(
      names = "--advertise-address",
      paramLabel = "IP",
      description =
          "IP address at which nodes and pods reach the API (default: that of --bind-address).")
  private @Nullable String advertiseAddress;

  @Option(
      names = "--tls-san",
      paramLabel = "NAME",
      split = ",",
      description =
          "Additional DNS name or IP address of the serving certificate. May be repeated.")
  private List<String> names = List.of();

  @Option(
      names = "--allow-privileged",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      description = "Allow privileged containers (default: ${DEFAULT-VALUE}).")
  boolean allowPrivileged;

  @Option(
      names = "--kubelet-certificate-authority",
      paramLabel = "FILE",
      description =
          "CA bundle that verifies the serving certificates of kubelets. If unset, any certificate"
              + " is accepted.")
  private @Nullable Path kubeletAuthority;

  @Option(
      names = "--kubelet-client-certificate",
      paramLabel = "FILE",
      description =
          "Client certificate for connections to kubelets (default: one for the user "
              + KubeletOptions.USER
              + ", issued by the CA of this server).")
  private @Nullable Path kubeletCertificate;

  @Option(
      names = "--kubelet-client-key",
      paramLabel = "FILE",
      description = "Key of --kubelet-client-certificate.")
  private @Nullable Path kubeletKey;

  @Option(
      names = "--kubelet-preferred-address-types",
      paramLabel = "LIST",
      split = ",",
      description =
          "Address types of nodes for connections to kubelets, in order of preference: InternalIP,"
              + " ExternalIP (default: both, in this order).")
  private List<String> kubeletAddressTypes = KubeletOptions.ADDRESS_TYPES;

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

  @Option(
      names = "--encryption-provider-config",
      paramLabel = "FILE",
      description =
          "Path to the EncryptionConfiguration that lists which resources are encrypted in"
              + " --data-dir, and with which keys.")
  private @Nullable Path encryption;

  @Option(
      names = "--encryption-provider-config-automatic-reload",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Determines if the file of --encryption-provider-config is reloaded when its content"
              + " changes.")
  private boolean encryptionReload;

  @Mixin private ApiFeatureFlags features = new ApiFeatureFlags();

  @Mixin private AuditFlags audit = new AuditFlags();

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
    Ip bound = address("--bind-address", bindAddress);
    if (advertiseAddress == null && bound.isUnspecified()) {
      throw new CommandException(
          "--advertise-address: required with --bind-address="
              + bindAddress
              + ": must be an IP address of this host",
          USAGE_ERROR);
    }
    Ip advertised = address("--advertise-address", advertised());
    if (advertised.isUnspecified() || advertised.isMulticast()) {
      throw new CommandException(
          "--advertise-address: invalid value \"%s\": must be an IP address of this host"
              .formatted(advertised()),
          USAGE_ERROR);
    }
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        throw new CommandException(
            "--tls-san: invalid value \"%s\": must be a DNS name or an IP address".formatted(name),
            USAGE_ERROR);
      }
    }
    if ((kubeletCertificate == null) != (kubeletKey == null)) {
      throw new CommandException(
          "--kubelet-client-certificate and --kubelet-client-key must be set together",
          USAGE_ERROR);
    }
    for (String type : kubeletAddressTypes) {
      if (!KubeletOptions.ADDRESS_TYPES.contains(type)) {
        throw new CommandException(
            "--kubelet-preferred-address-types: unsupported type \"%s\": must be one of: %s"
                .formatted(type, String.join(", ", KubeletOptions.ADDRESS_TYPES)),
            USAGE_ERROR);
      }
    }
  }

  private static Ip address(String flag, String value) {
    Ip ip = Ip.parse(value);
    if (ip == null) {
      throw new CommandException(
          "%s: invalid value \"%s\": must be an IP address".formatted(flag, value), USAGE_ERROR);
    }
    return ip;
  }

  private String advertised() {
    return advertiseAddress == null ? bindAddress : advertiseAddress;
  }

  private ListenOptions listen() {
    return new ListenOptions(bindAddress, port, advertised(), names);
  }

  /** Whether nodes of other hosts or programs may join. */
  boolean acceptsNodes() {
    return !address("--advertise-address", advertised()).isLoopback();
  }

  /** A warning about who can reach the server; empty if only programs on this host can. */
  Optional<String> warning() {
    return listen().isLoopback()
        ? Optional.empty()
        : Optional.of(
            "the API server listens on %s: everyone who can reach this address can send requests; see docs/security.md"
                .formatted(bindAddress));
  }

  /** Creates a server, with the content of the data directory if there is one. */
  ApiServer server(Env env, ApiServerOptions options) {
    ApiServer server = newServer(env, audit.apply(env, options.withFeatures(features.features())));
    ProcessMetrics.register(env.files(), server.metrics().registry());
    return server;
  }

  private ApiServer newServer(Env env, ApiServerOptions wanted) {
    ApiServerOptions options = allowPrivileged ? wanted.withPrivileged() : wanted;
    if (encryption != null) {
      if (dataDirectory == null) {
        throw new CommandException("--encryption-provider-config needs --data-dir", USAGE_ERROR);
      }
      options = options.withEncryption(new EncryptionFile(encryption, encryptionReload));
    } else if (encryptionReload) {
      throw new CommandException(
          "--encryption-provider-config-automatic-reload must be set with"
              + " --encryption-provider-config",
          USAGE_ERROR);
    }
    try {
      if (dataDirectory != null) {
        Secrets secrets = Secrets.in(env.files(), dataDirectory);
        return ApiServer.open(env, withKubelets(env, options, secrets), dataDirectory);
      }
      Secrets secrets = Secrets.inMemory();
      ListenOptions listen = listen();
      preparing =
          env.tasks()
              .spawn("front", () -> groundwork.set(HttpsServer.prepare(env, secrets, listen)));
      return ApiServer.create(env, withKubelets(env, options, secrets), secrets);
    } catch (IOException | UncheckedIOException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }

  /** Only a server that accepts nodes connects to addresses that Node objects hold. */
  private ApiServerOptions withKubelets(Env env, ApiServerOptions options, Secrets secrets)
      throws IOException {
    return acceptsNodes()
        ? options.withKubelets(
            KubeletClient.of(
                env,
                secrets,
                new KubeletOptions(
                    kubeletAuthority, kubeletCertificate, kubeletKey, kubeletAddressTypes)))
        : options;
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
              ? HttpsServer.start(env, server, listen())
              : HttpsServer.start(env, prepared, server, listen());
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
