package io.coxswain.apiserver.http;

import io.coxswain.apiserver.rest.BackendIdentity;
import io.coxswain.env.tls.NamedServerTrust;
import io.coxswain.env.tls.TrustEveryone;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The identity with which this server speaks for its callers to the servers of APIServices: a
 * certificate of a CA of its own, which those servers find in a ConfigMap.
 */
final class FrontProxy {
  static final String NAME = "front-proxy-client";
  private static final int MAX_CONTEXTS = 100;
  private static final char[] NO_SECRET = "in memory".toCharArray();

  private final Certificates certificates;
  private final KeyManager[] keys;
  private final Map<String, SSLContext> contexts = new ConcurrentHashMap<>();

  FrontProxy(Certificates certificates) throws GeneralSecurityException, IOException {
    this.certificates = certificates;
    Certificates.Identity identity = certificates.client(NAME, List.of());
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    store.setKeyEntry(
        "client", identity.key(), NO_SECRET, new Certificate[] {identity.certificate()});
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_SECRET);
    this.keys = factory.getKeyManagers();
  }

  /** The CA, in PEM. */
  String authority() throws IOException {
    return Certificates.pem(certificates.authority());
  }

  /** TLS towards a server: presents the certificate, and verifies that of the server. */
  SSLContext context(BackendIdentity backend) throws IOException {
    String key =
        backend.insecure()
            ? ""
            : backend.serverName() + " " + Base64.getEncoder().encodeToString(backend.caBundle());
    SSLContext known = contexts.get(key);
    if (known != null) {
      return known;
    }
    try {
      SSLContext made = SSLContext.getInstance("TLS");
      made.init(
          keys,
          backend.insecure()
              ? TrustEveryone.managers()
              : NamedServerTrust.managers(backend.caBundle(), backend.serverName()),
          null);
      if (contexts.size() >= MAX_CONTEXTS) {
        contexts.clear();
      }
      contexts.put(key, made);
      return made;
    } catch (GeneralSecurityException e) {
      throw new IOException("unable to load root certificates: " + e.getMessage(), e);
    }
  }
}
