package io.coxswain.runtime.transport;

import io.coxswain.env.Env;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate for the loopback interface, and its CA.
 *
 * @param authority in base64, as in a kubeconfig
 */
record TestingIdentity(SSLContext server, String authority) {

  static TestingIdentity create() throws Exception {
    return create(Duration.ZERO);
  }

  /** An identity whose certificate is valid for one day that began so long ago. */
  static TestingIdentity create(Duration age) throws Exception {
    Env env = Env.production();
    Instant now = env.clock().now();
    CertificateAuthority authority =
        CertificateAuthority.create(
            "test", "test", now.minus(age), Duration.ofDays(1).plus(age), env.entropy());
    Identity identity =
        authority.issue(
            List.of("localhost", "127.0.0.1"), now.minus(age), Duration.ofDays(1), env.entropy());
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "key", identity.key(), new char[0], identity.chain().toArray(Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return new TestingIdentity(
        context, Base64.getEncoder().encodeToString(authority.certificatePem()));
  }
}
