package io.coxswain.runtime.certificates;

import io.coxswain.runtime.http.Security;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** TLS for servers, with the certificate that the source supplies when a connection begins. */
public final class ServingTls {
  private ServingTls() {}

  /**
   * @param clientAuthorities CAs in PEM format for required client certificates; null to accept all
   *     clients
   */
  public static Security of(IdentitySource source, byte @Nullable [] clientAuthorities)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new KeyManager[] {new CurrentKey(source)},
          clientAuthorities == null ? null : trust(clientAuthorities),
          null);
      if (clientAuthorities == null) {
        // A resumed session would keep the certificate it began with.
        context.getServerSessionContext().setSessionTimeout(1);
      }
      return new Security(context, clientAuthorities != null);
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  static TrustManager[] trust(byte[] authorities) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    int number = 0;
    for (X509Certificate authority : Pem.certificates(authorities)) {
      store.setCertificateEntry("ca-" + number++, authority);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** Uses one alias per identity, so that key and chain of a handshake belong together. */
  private static final class CurrentKey extends X509ExtendedKeyManager {
    private final IdentitySource source;
    private volatile @Nullable Identity chosen;

    CurrentKey(IdentitySource source) {
      this.source = source;
    }

    private @Nullable String choose(String keyType) {
      Identity now = source.current();
      if (now == null || !keyType.startsWith(now.key().getAlgorithm())) {
        return null;
      }
      chosen = now;
      return now.leaf().getSerialNumber() + "/" + now.leaf().getNotAfter().getTime();
    }

    private static boolean is(Identity identity, String alias) {
      return alias.equals(
          identity.leaf().getSerialNumber() + "/" + identity.leaf().getNotAfter().getTime());
    }

    private @Nullable Identity find(String alias) {
      Identity last = chosen;
      if (last != null && is(last, alias)) {
        return last;
      }
      return source.current();
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal[] issuers, SSLEngine engine) {
      return choose(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return choose(keyType);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      Identity identity = find(alias);
      return identity == null ? null : identity.chain().toArray(new X509Certificate[0]);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      Identity identity = find(alias);
      return identity == null ? null : identity.key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal[] issuers) {
      String alias = choose(keyType);
      return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal[] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyType, Principal[] issuers, Socket socket) {
      return null;
    }
  }
}
