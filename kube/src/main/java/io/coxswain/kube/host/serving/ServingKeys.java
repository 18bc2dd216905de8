package io.coxswain.kube.host.serving;

import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.IdentitySource;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Selects the current certificate by the server name of the client (SNI). */
final class ServingKeys extends X509ExtendedKeyManager {
  private final IdentitySource usual;
  private final List<Named> named;
  private final Map<String, Identity> chosen = new ConcurrentSkipListMap<>();

  /**
   * A certificate for a list of names.
   *
   * @param patterns names, with a leading {@code *.} for any single label
   */
  record Named(IdentitySource source, List<String> patterns) {
    boolean serves(String host) {
      return patterns.stream()
          .anyMatch(
              pattern ->
                  pattern.startsWith("*.")
                      ? host.indexOf('.') > 0
                          && host.substring(host.indexOf('.')).equals(pattern.substring(1))
                      : pattern.equals(host));
    }
  }

  ServingKeys(IdentitySource usual, List<Named> named) {
    this.usual = usual;
    this.named = named;
  }

  private @Nullable String choose(String keyType, @Nullable SSLSession session) {
    Identity identity = source(session).current();
    if (identity == null || !keyType.startsWith(identity.key().getAlgorithm())) {
      return null;
    }
    X509Certificate leaf = identity.chain().getFirst();
    String alias =
        leaf.getSerialNumber()
            + "/"
            + leaf.getNotAfter().getTime()
            + "/"
            + leaf.getSubjectX500Principal();
    chosen.put(alias, identity);
    return alias;
  }

  private IdentitySource source(@Nullable SSLSession session) {
    if (session instanceof ExtendedSSLSession extended) {
      for (SNIServerName name : extended.getRequestedServerNames()) {
        if (name instanceof SNIHostName host) {
          for (Named each : named) {
            if (each.serves(host.getAsciiName())) {
              return each.source;
            }
          }
        }
      }
    }
    return usual;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal[] issuers, SSLEngine engine) {
    return choose(keyType, engine.getHandshakeSession());
  }

  @Override
  public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return choose(keyType, socket instanceof SSLSocket tls ? tls.getHandshakeSession() : null);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    Identity identity = chosen.get(alias);
    return identity == null ? null : identity.chain().toArray(new X509Certificate[0]);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    Identity identity = chosen.get(alias);
    return identity == null ? null : identity.key();
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal[] issuers) {
    String alias = choose(keyType, null);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal[] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
    return null;
  }
}
