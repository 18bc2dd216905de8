package io.coxswain.runtime.transport;

import java.net.URI;
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
record Endpoint(
    String base,
    String host,
    int port,
    String prefix,
    String serverName,
    @Nullable SSLContext tls,
    @Nullable Proxy proxy) {

  /** A proxy: tunnels TLS, passes on what is plain. */
  record Proxy(String host, int port) {}

  /**
   * @param serverName empty for the host's
   * @param proxy host and port, with or without a scheme; empty for none
   * @throws IllegalArgumentException for an address that is none
   */
  static Endpoint of(String base, SSLContext context, String serverName, String proxy) {
    URI uri = URI.create(base);
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    if (uri.getHost() == null || (!secure && !"http".equalsIgnoreCase(uri.getScheme()))) {
      throw new IllegalArgumentException(
          "the server's address has to begin with https:// or http:// and a host: " + base);
    }
    String host = bare(uri.getHost());
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    return new Endpoint(
        base,
        host,
        port,
        uri.getRawPath() == null ? "" : uri.getRawPath(),
        serverName.isEmpty() ? host : serverName,
        secure ? context : null,
        proxy.isEmpty() ? null : proxy(proxy));
  }

  private static Proxy proxy(String address) {
    URI uri = URI.create(address.contains("://") ? address : "http://" + address);
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("the proxy's address has no host: " + address);
    }
    return new Proxy(bare(uri.getHost()), uri.getPort() >= 0 ? uri.getPort() : 80);
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Host and port as they stand in a request. */
  String authority() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** What comes before the path in the first line of a request. */
  String targetPrefix() {
    return proxy != null && tls == null ? "http://" + authority() + prefix : prefix;
  }
}
