package io.coxswain.apiserver;

import java.io.StringWriter;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Self-signed certificates. */
final class TestCertificates {
  private TestCertificates() {}

  /** A certificate in PEM. */
  static String pem(boolean ca) {
    try {
      KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      var name = new X500Principal("CN=test");
      var builder =
          new JcaX509v3CertificateBuilder(
              name,
              BigInteger.ONE,
              Date.from(Instant.parse("2026-01-01T00:00:00Z")),
              Date.from(Instant.parse("2036-01-01T00:00:00Z")),
              name,
              keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
      var text = new StringWriter();
      try (var writer = new JcaPEMWriter(text)) {
        writer.writeObject(
            builder.build(new JcaContentSignerBuilder("Ed25519").build(keys.getPrivate())));
      }
      return text.toString();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
