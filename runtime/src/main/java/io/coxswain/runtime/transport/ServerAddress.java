package io.coxswain.runtime.transport;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The address of a server and the route to it.
 *
 * @param base the server's address as configured, without a trailing slash
 * @param host without the brackets of an IPv6 address
 * @param prefix of each path; empty for most servers
 * @param serverName the expected name in the certificate
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
   * A plain HTTP proxy: tunnels TLS, forwards plain requests.
   *
   * @param authorization the Proxy-Authorization header; empty for none
   */
  record Proxy(String host, int port, String authorization) {
    @Override
    public String toString() {
      return host + ":" + port; // the rest is a secret
    }
  }

  /**
   * @param serverName empty for the host name
   * @param proxy host and port, with or without a scheme; empty for none
   * @throws IllegalArgumentException for an invalid address
   */
  static ServerAddress of(String base, SSLContext context, String serverName, String proxy) {
    URI uri = URI.create(base);
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    if (uri.getHost() == null || (!secure && !"http".equalsIgnoreCase(uri.getScheme()))) {
      throw new IllegalArgumentException(
          "the server's address must begin with https:// or http:// and a host: " + base);
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
              + " be read: it has to be like http://host:port"); // may contain a password, so it is
      // not included
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

  /** Host and port for the Host header. */
  String authority() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** The Proxy-Authorization header of forwarded requests; empty for none. */
  String forwardAuthorization() {
    return proxy != null && tls == null ? proxy.authorization() : "";
  }

  /** The part before the path in the request line. */
  String targetPrefix() {
    return proxy != null && tls == null ? "http://" + authority() + prefix : prefix;
  }
}
