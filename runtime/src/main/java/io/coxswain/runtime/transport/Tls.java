package io.coxswain.runtime.transport;

import io.coxswain.env.Files;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.runtime.certificates.Pem;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings of a kubeconfig: trusted CAs and client certificate. Supports keys of any
 * algorithm and encoding.
 */
public final class Tls {
  private static final char[] NO_PASSWORD = {};

  /**
   * The TLS session cache size. Each handshake adds sessions, so a manager whose server restarts
   * repeatedly would reach the JDK's default limit of 20,480.
   */
  private static final int SESSIONS = 32;

  private Tls() {}

  public static SSLContext context(Config config, Files files)
      throws GeneralSecurityException, IOException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity(config, files), trust(config, files), null);
    context.getClientSessionContext().setSessionCacheSize(SESSIONS);
    return context;
  }

  private static KeyManager @Nullable [] identity(Config config, Files files)
      throws GeneralSecurityException, IOException {
    byte[] certificate = read(config.getClientCertData(), config.getClientCertFile(), files);
    byte[] key = read(config.getClientKeyData(), config.getClientKeyFile(), files);
    if (certificate == null || key == null) {
      return null;
    }
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client",
        Pem.privateKey(key),
        NO_PASSWORD,
        Pem.certificates(certificate).toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static TrustManager @Nullable [] trust(Config config, Files files)
      throws GeneralSecurityException, IOException {
    if (config.isTrustCerts()) {
      return TrustEveryone.managers();
    }
    byte[] authorities = authorities(config, files);
    if (authorities == null) {
      return null; // the system's default CAs
    }
    KeyStore store = emptyStore();
    int number = 0;
    for (Certificate authority : Pem.certificates(authorities)) {
      store.setCertificateEntry("ca-" + number++, authority);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** The trusted CAs in PEM format; null for the system's defaults. */
  static byte @Nullable [] authorities(Config config, Files files) throws IOException {
    return read(config.getCaCertData(), config.getCaCertFile(), files);
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  /** Inline data takes precedence over a file. */
  private static byte @Nullable [] read(@Nullable String base64, @Nullable String file, Files files)
      throws IOException {
    if (base64 != null && !base64.isEmpty()) {
      return Base64.getMimeDecoder().decode(base64);
    }
    return file == null || file.isEmpty() ? null : files.read(Path.of(file));
  }
}
