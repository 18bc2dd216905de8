package io.coxswain.env.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Accepts any certificate: for {@code insecure-skip-tls-verify}, for probes and proxied requests to
 * pods, which upstream does not verify either, and for servers that request client certificates and
 * verify them per request.
 */
public final class TrustEveryone extends X509ExtendedTrustManager {
  private TrustEveryone() {}

  public static TrustManager[] managers() {
    return new TrustManager[] {new TrustEveryone()};
  }

  /** A context of a client without a certificate. */
  public static SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has TLS
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

  @Override
  public void checkClientTrusted(
      X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

  @Override
  public void checkServerTrusted(
      X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) {}

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
