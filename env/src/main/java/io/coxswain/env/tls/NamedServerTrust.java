package io.coxswain.env.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts a server with a certificate for one name, issued by the given CAs. The name is not always
 * that of the address: a webhook's service is called at the address of a pod, a kubelet at the
 * address of its node.
 */
public final class NamedServerTrust extends X509ExtendedTrustManager {
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private final X509TrustManager authorities;
  private final String name;

  private NamedServerTrust(X509TrustManager authorities, String name) {
    this.authorities = authorities;
    this.name = name;
  }

  /**
   * @param bundle PEM; the CAs of the operating system if empty
   */
  public static SSLContext context(byte[] bundle, String name)
      throws GeneralSecurityException, IOException {
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers(bundle, name), null);
    return context;
  }

  /** Like {@link #context}, for a connection with a certificate of its own. */
  public static TrustManager[] managers(byte[] bundle, String name)
      throws GeneralSecurityException, IOException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(bundle.length == 0 ? null : store(bundle));
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager authorities) {
        return new TrustManager[] {new NamedServerTrust(authorities, name)};
      }
    }
    throw new GeneralSecurityException("no trust manager for certificates");
  }

  private static KeyStore store(byte[] bundle) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    Collection<? extends Certificate> certificates =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(bundle));
    int count = 0;
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("authority-" + count, certificate);
      count++;
    }
    if (count == 0) {
      throw new CertificateException("no certificate in the bundle");
    }
    return store;
  }

  private void check(X509Certificate[] chain, String type) throws CertificateException {
    try {
      authorities.checkServerTrusted(chain, type);
    } catch (CertificateException e) {
      throw new CertificateException(
          "tls: failed to verify certificate: x509: certificate signed by unknown authority", e);
    }
    List<String> names = names(chain[0]);
    if (names.stream().noneMatch(this::isNamed)) {
      throw new CertificateException(
          names.isEmpty()
              ? "tls: failed to verify certificate: x509: certificate is not valid for any names,"
                  + " but wanted to match "
                  + name
              : "tls: failed to verify certificate: x509: certificate is valid for "
                  + String.join(", ", names)
                  + ", not "
                  + name);
    }
  }

  private static List<String> names(X509Certificate certificate) throws CertificateException {
    var names = new ArrayList<String>();
    Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
    if (alternatives != null) {
      for (List<?> alternative : alternatives) {
        Object kind = alternative.get(0);
        if (kind.equals(DNS_NAME) || kind.equals(IP_ADDRESS)) {
          names.add(String.valueOf(alternative.get(1)));
        }
      }
    }
    return names;
  }

  private boolean isNamed(String pattern) {
    String wanted = name.toLowerCase(Locale.ROOT);
    String shown = pattern.toLowerCase(Locale.ROOT);
    if (!shown.startsWith("*.")) {
      return shown.equals(wanted);
    }
    int dot = wanted.indexOf('.');
    return dot > 0 && wanted.substring(dot).equals(shown.substring(1));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
      throws CertificateException {
    check(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
      throws CertificateException {
    check(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("only servers are trusted");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
      throws CertificateException {
    throw new CertificateException("only servers are trusted");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("only servers are trusted");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }
}
