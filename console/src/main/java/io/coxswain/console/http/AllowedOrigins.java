package io.coxswain.console.http;

import io.coxswain.runtime.http.Request;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The addresses under which a browser may reach the console: those of the loopback interface, and
 * the address of a proxy in front of it.
 *
 * <p>A page of another site can make the browser send requests here. It cannot choose their Host
 * and Origin headers, so requests with others are rejected: with a Host that is a name of the
 * attacker (DNS rebinding), and with the Origin of another site or of another port.
 */
public final class AllowedOrigins {
  private static final Pattern LOOPBACK =
      Pattern.compile("(?:127\\.0\\.0\\.1|localhost|\\[::1])(?::\\d{1,5})?");

  private final String externalOrigin;
  private final String externalHost;

  /**
   * @param external the URL that a proxy in front of the console serves; empty for none
   */
  public AllowedOrigins(String external) {
    if (external.isEmpty()) {
      externalOrigin = "";
      externalHost = "";
      return;
    }
    URI uri = URI.create(external.toLowerCase(Locale.ROOT));
    externalHost = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    externalOrigin = uri.getScheme() + "://" + externalHost;
  }

  /**
   * Rejects a request that came by way of another site.
   *
   * @throws HttpError 403
   */
  public void check(Request request) throws HttpError {
    String host = request.header("host").toLowerCase(Locale.ROOT);
    boolean external = !externalHost.isEmpty() && host.equals(externalHost);
    if (!external && !LOOPBACK.matcher(host).matches()) {
      throw HttpError.forbidden(
          "Host", "the console is not served under this name; open it by its own address");
    }
    String origin = request.header("origin").toLowerCase(Locale.ROOT);
    String own = external ? externalOrigin : "http://" + host;
    if (!origin.isEmpty() && !origin.equals(own)) {
      throw HttpError.forbidden("Origin", "requests of other sites are rejected");
    }
    boolean navigation = request.header("sec-fetch-mode").equals("navigate");
    if (request.header("sec-fetch-site").equals("cross-site") && !navigation) {
      throw HttpError.forbidden("Origin", "requests of other sites are rejected");
    }
  }

  /**
   * Whether browsers reach the console over HTTPS alone, so that cookies can be limited to that.
   */
  public boolean isSecure() {
    return externalOrigin.startsWith("https://");
  }
}
