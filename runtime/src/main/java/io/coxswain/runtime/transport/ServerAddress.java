package io.coxswain.runtime.transport;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is and how to get there.
 *
 * @param base the server's address as it was given, without a slash at the end
 * @param host without the brackets of an IPv6 address
 * @param prefix of each path; empty for most servers
 * @param serverName the name that the certificate has to be for
 * @param tls null for plain HTTP
 * @param proxy null for none
 */
record ServerAddress(
    String base,
    String host,
    int port,
    String prefix,
    String serverName,
    @Nullable SSLContext tls,
    @Nullable Proxy proxy) {

  /**
   * A proxy that is spoken to in plain HTTP: tunnels TLS, passes on what is plain.
   *
   * @param authorization what it is shown of who we are; empty for nothing
   */
  record Proxy(String host, int port, String authorization) {
    @Override
    public String toString() {
      return host + ":" + port; // the rest is a secret
    }
  }

  /**
   * @param serverName empty for the host's
   * @param proxy host and port, with or without a scheme; empty for none
   * @throws IllegalArgumentException for an address that is none
   */
  static ServerAddress of(String base, SSLContext context, String serverName, String proxy) {
    URI uri = URI.create(base);
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    if (uri.getHost() == null || (!secure && !"http".equalsIgnoreCase(uri.getScheme()))) {
      throw new IllegalArgumentException(
          "the server's address has to begin with https:// or http:// and a host: " + base);
    }
    String host = bare(uri.getHost());
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    return new ServerAddress(
        base,
        host,
        port,
        uri.getRawPath() == null ? "" : uri.getRawPath(),
        serverName.isEmpty() ? host : serverName,
        secure ? context : null,
        proxy.isEmpty() ? null : proxy(proxy));
  }

  private static Proxy proxy(String address) {
    URI uri;
    try {
      uri = new URI(address.contains("://") ? address : "http://" + address);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "the proxy's address (proxy-url of the kubeconfig, or HTTPS_PROXY or HTTP_PROXY) cannot"
              + " be read: it has to be like http://host:port"); // may hold a password, so not
      // shown
    }
    if (uri.getHost() == null || !"http".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException(
          "the proxy (proxy-url of the kubeconfig, or HTTPS_PROXY or HTTP_PROXY) has to be like"
              + " http://host:port; not supported: "
              + uri.getScheme()
              + "://"
              + (uri.getHost() == null ? "" : uri.getHost()));
    }
    return new Proxy(
        bare(uri.getHost()),
        uri.getPort() >= 0 ? uri.getPort() : 80,
        uri.getUserInfo() == null ? "" : basic(uri.getUserInfo()));
  }

  private static String basic(String user) {
    String pair = user.contains(":") ? user : user + ":";
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  /** Without the brackets of an IPv6 address. */
  static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Host and port as they stand in a request. */
  String authority() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** What a proxy that passes on requests is shown with each of them; empty for nothing. */
  String forwardAuthorization() {
    return proxy != null && tls == null ? proxy.authorization() : "";
  }

  /** What comes before the path in the first line of a request. */
  String targetPrefix() {
    return proxy != null && tls == null ? "http://" + authority() + prefix : prefix;
  }
}
