package io.coxswain.runtime.transport;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests to an API server over HTTPS. */
public final class HttpTransport implements ApiTransport {
  /** Until the answer begins; the API server itself ends a request after a minute. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(70);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

  private final Kubeconfig source;
  private final boolean anonymous;
  private volatile Connection connection;

  /** What was made of one reading of the kubeconfig. */
  private record Connection(String base, HttpClient client, SortedMap<String, String> headers) {}

  private HttpTransport(Kubeconfig source, boolean anonymous) throws KubeconfigException {
    this.source = source;
    this.anonymous = anonymous;
    this.connection = connect(source, anonymous);
  }

  /** A transport to the server that the kubeconfig names. Does not talk to it yet. */
  public static HttpTransport to(Kubeconfig source) throws KubeconfigException {
    return new HttpTransport(source, false);
  }

  /**
   * As {@link #to}, showing nothing of who we are; a request's own Authorization header says who it
   * is from.
   */
  public static HttpTransport anonymous(Kubeconfig source) throws KubeconfigException {
    return new HttpTransport(source, true);
  }

  /** The server's address. */
  public String server() {
    return connection.base;
  }

  private static Connection connect(Kubeconfig source, boolean anonymous)
      throws KubeconfigException {
    Config config = anonymous ? withoutCredentials(source.load()) : source.load();
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER);
    String base = config.getMasterUrl().replaceAll("/+$", "");
    try {
      builder.sslContext(Tls.context(config, source.files()));
    } catch (GeneralSecurityException | IOException e) {
      throw new KubeconfigException("certificates for " + base + " cannot be used: " + e, e);
    }
    String proxy = base.startsWith("https:") ? config.getHttpsProxy() : config.getHttpProxy();
    if (proxy != null && !proxy.isEmpty()) {
      URI uri = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
      builder.proxy(ProxySelector.of(new InetSocketAddress(uri.getHost(), uri.getPort())));
    }
    return new Connection(base, builder.build(), identity(config));
  }

  private static Config withoutCredentials(Config config) {
    config.setClientCertData(null);
    config.setClientCertFile(null);
    config.setClientKeyData(null);
    config.setClientKeyFile(null);
    config.setOauthToken(null);
    config.setAutoOAuthToken(null);
    config.setOauthTokenProvider(null);
    config.setUsername(null);
    config.setPassword(null);
    config.setImpersonateUsername(null);
    return config;
  }

  private static SortedMap<String, String> identity(Config config) {
    var headers = new TreeMap<String, String>();
    String token = token(config);
    if (token != null && !token.isEmpty()) {
      headers.put("authorization", "Bearer " + token);
    } else if (config.getUsername() != null && !config.getUsername().isEmpty()) {
      String pair = config.getUsername() + ":" + config.getPassword();
      headers.put(
          "authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
    if (config.getImpersonateUsername() != null) {
      headers.put("impersonate-user", config.getImpersonateUsername());
    }
    return headers;
  }

  private static @Nullable String token(Config config) {
    if (config.getOauthTokenProvider() != null) {
      return config.getOauthTokenProvider().getToken();
    }
    return config.getOauthToken() != null ? config.getOauthToken() : config.getAutoOAuthToken();
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    HttpResponse<byte[]> response = send(request, HttpResponse.BodyHandlers.ofByteArray());
    return new ApiResponse(response.statusCode(), headers(response), response.body());
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    return new HttpWatch(open(request));
  }

  @Override
  public HttpStream open(ApiRequest request) throws IOException, CancelledException {
    HttpResponse<InputStream> response = send(request, HttpResponse.BodyHandlers.ofInputStream());
    if (response.statusCode() == 200) {
      return new HttpStream(response.body(), null);
    }
    try (InputStream body = response.body()) {
      return new HttpStream(
          InputStream.nullInputStream(),
          new ApiResponse(response.statusCode(), headers(response), body.readAllBytes()));
    }
  }

  private <T> HttpResponse<T> send(ApiRequest request, HttpResponse.BodyHandler<T> body)
      throws IOException, CancelledException {
    HttpResponse<T> response = send(connection, request, body);
    if (response.statusCode() != 401 || anonymous) {
      return response;
    }
    try {
      connection = connect(source, anonymous);
    } catch (KubeconfigException e) {
      return response;
    }
    return send(connection, request, body);
  }

  private static <T> HttpResponse<T> send(
      Connection to, ApiRequest request, HttpResponse.BodyHandler<T> body)
      throws IOException, CancelledException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(to.base + request.target()))
            .timeout(ANSWER_TIMEOUT)
            .method(
                request.method(),
                request.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(builder::setHeader);
    to.headers.forEach(builder::setHeader);
    try {
      return to.client.send(builder.build(), body);
    } catch (ConnectException e) {
      // The JDK's client says nothing more.
      throw e.getMessage() == null ? new IOException("cannot connect to " + to.base, e) : e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException();
    }
  }

  private static SortedMap<String, List<String>> headers(HttpResponse<?> response) {
    var headers = new TreeMap<String, List<String>>();
    response
        .headers()
        .map()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
    return headers;
  }
}
