package io.coxswain.apiserver.http;

import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS of a server with optional client certificates. */
final class ServerTls {
  /** Its keys are weakly encrypted: this key store never leaves the process, and PKCS12 is slow. */
  private static final String STORE = "JKS";

  private static final char[] NO_SECRET = "in memory".toCharArray();

  private ServerTls() {}

  /**
   * @param clientCa the CA of client certificates
   */
  static Tls of(Certificates.Identity identity, X509Certificate clientCa)
      throws GeneralSecurityException, IOException {
    KeyStore own = store();
    own.setKeyEntry(
        "server", identity.key(), NO_SECRET, new Certificate[] {identity.certificate()});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, NO_SECRET);

    KeyStore trusted = store();
    trusted.setCertificateEntry("ca", clientCa);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);

    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return Tls.builder().sslContext(context).clientAuth(TlsClientAuth.OPTIONAL).build();
  }

  private static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(STORE);
    store.load(null, null);
    return store;
  }
}
