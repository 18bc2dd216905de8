package io.coxswain.runtime.transport;

import io.coxswain.env.Files;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Address and credentials for the API server, with the lookup order of controller-runtime: the
 * {@code --kubeconfig} flag, the {@code KUBECONFIG} variable, the service account of the pod,
 * {@code ~/.kube/config}.
 */
public final class Kubeconfig {
  private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private final Files files;
  private final Map<String, String> environment;
  private final @Nullable String flag;
  private final @Nullable String context;
  private final String server;

  /**
   * @param flag the value of {@code --kubeconfig}, if set
   * @param context the context to use instead of the current one, if set
   */
  public Kubeconfig(
      Files files,
      Map<String, String> environment,
      @Nullable String flag,
      @Nullable String context) {
    this(files, environment, flag, context, "");
  }

  private Kubeconfig(
      Files files,
      Map<String, String> environment,
      @Nullable String flag,
      @Nullable String context,
      String server) {
    this.server = server;
    this.files = files;
    this.environment = environment;
    this.flag = flag;
    this.context = context;
  }

  Files files() {
    return files;
  }

  /** The same with another server address. */
  public Kubeconfig server(String address) {
    return new Kubeconfig(files, environment, flag, context, address);
  }

  /** Reads the configuration on each call, because tokens rotate and files change. */
  public Config load() throws KubeconfigException {
    Config config = find();
    if (!server.isEmpty()) {
      config.setMasterUrl(server);
    }
    if (config.getHttpsProxy() == null) {
      setProxy(config, fromEnvironment(config.getMasterUrl()));
    }
    return config;
  }

  /** Environment variables apply if the kubeconfig does not set a proxy. */
  private String fromEnvironment(String address) throws KubeconfigException {
    try {
      return new ProxyVariables(environment).of(new URI(address));
    } catch (URISyntaxException e) {
      throw new KubeconfigException("the server's address cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Sets the proxy for all servers, because fabric8 uses a proxy only for servers of the proxy's
   * own scheme.
   */
  private static void setProxy(Config config, String address) {
    if (!address.isEmpty()) {
      config.setHttpProxy(address);
      config.setHttpsProxy(address);
    }
  }

  /** The CA bundle for the server's certificate in PEM format; empty if not set. */
  public String authority() throws KubeconfigException {
    Config config = find();
    try {
      byte[] pem = Tls.authorities(config, files);
      return pem == null ? "" : new String(pem, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new KubeconfigException("the server's CA cannot be read: " + e, e);
    }
  }

  private Config find() throws KubeconfigException {
    if (flag != null && !flag.isEmpty()) {
      return read(List.of(Path.of(flag)));
    }
    String variable = environment.getOrDefault("KUBECONFIG", "");
    if (!variable.isEmpty()) {
      return read(existing(variable));
    }
    if (environment.containsKey("KUBERNETES_SERVICE_HOST") && files.exists(token())) {
      return inCluster();
    }
    Path home = Path.of(environment.getOrDefault("HOME", "/")).resolve(".kube/config");
    if (files.exists(home)) {
      return read(List.of(home));
    }
    throw new KubeconfigException(
        "no API server: give --kubeconfig, set KUBECONFIG or create " + home);
  }

  /** The variable lists files; missing files are skipped if at least one exists. */
  private List<Path> existing(String variable) throws KubeconfigException {
    var found = new ArrayList<Path>();
    for (String name : variable.split(File.pathSeparator)) {
      if (!name.isEmpty() && files.exists(Path.of(name))) {
        found.add(Path.of(name));
      }
    }
    if (found.isEmpty()) {
      throw new KubeconfigException("KUBECONFIG names no file that exists: " + variable);
    }
    return found;
  }

  private Config read(List<Path> paths) throws KubeconfigException {
    var parsed = new ArrayList<io.fabric8.kubernetes.api.model.Config>();
    for (Path path : paths) {
      if (!files.exists(path)) {
        throw new KubeconfigException("kubeconfig " + path + " does not exist");
      }
      try {
        parsed.add(KubeConfigUtils.parseConfig(path.toFile()));
      } catch (RuntimeException e) {
        throw new KubeconfigException("kubeconfig " + path + " cannot be read: " + deepest(e), e);
      }
    }
    String name = requireContext(paths, parsed);
    Config config = Config.empty();
    try {
      KubeConfigUtils.merge(
          config, context, parsed.toArray(new io.fabric8.kubernetes.api.model.Config[0]));
    } catch (RuntimeException e) {
      throw new KubeconfigException("kubeconfig " + paths + ": " + deepest(e), e);
    }
    setProxy(config, proxyUrl(parsed, name));
    return config;
  }

  /** The proxy of the context's cluster; the first of several clusters with the same name wins. */
  private static String proxyUrl(
      List<io.fabric8.kubernetes.api.model.Config> parsed, String context) {
    return parsed.stream()
        .flatMap(c -> c.getContexts().stream())
        .filter(c -> context.equals(c.getName()))
        .findFirst()
        .flatMap(
            found ->
                parsed.stream()
                    .flatMap(c -> c.getClusters().stream())
                    .filter(
                        c -> String.valueOf(found.getContext().getCluster()).equals(c.getName()))
                    .findFirst())
        .map(cluster -> cluster.getCluster().getProxyUrl())
        .orElse("");
  }

  /** The name of the context to use. */
  private String requireContext(
      List<Path> paths, List<io.fabric8.kubernetes.api.model.Config> parsed)
      throws KubeconfigException {
    String wanted =
        context != null
            ? context
            : parsed.stream()
                .map(c -> c.getCurrentContext() == null ? "" : c.getCurrentContext())
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElseThrow(
                    () ->
                        new KubeconfigException("kubeconfig " + paths + " has no current-context"));
    if (parsed.stream()
        .flatMap(c -> c.getContexts().stream())
        .noneMatch(c -> wanted.equals(c.getName()))) {
      throw new KubeconfigException("kubeconfig " + paths + " has no context \"" + wanted + "\"");
    }
    return wanted;
  }

  private static String deepest(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  private static Path token() {
    return ACCOUNT.resolve("token");
  }

  private Config inCluster() throws KubeconfigException {
    String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    try {
      return new ConfigBuilder(Config.empty())
          .withMasterUrl(
              "https://"
                  + bracketed
                  + ":"
                  + environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443")
                  + "/")
          .withCaCertFile(ACCOUNT.resolve("ca.crt").toString())
          .withOauthToken(new String(files.read(token()), StandardCharsets.UTF_8).strip())
          .build();
    } catch (IOException e) {
      throw new KubeconfigException("the service account's token cannot be read: " + e, e);
    }
  }
}
