package io.coxswain.kube.host;

import io.coxswain.runtime.certificates.Pem;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A cluster's keys and certificates, made once for all tests. */
final class Keys {
  private static final Keys SHARED = new Keys();

  private final KeyPair authority = pair();
  private final KeyPair proxyAuthority = pair();
  private final KeyPair tokens = pair();
  private final X509Certificate authorityCertificate = self(authority, "CN=kubernetes");
  private final X509Certificate proxyCertificate = self(proxyAuthority, "CN=front-proxy-ca");

  private Keys() {}

  static Keys shared() {
    return SHARED;
  }

  private static KeyPair pair() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate self(KeyPair pair, String name) {
    return certificate(pair, new X500Name(name), pair, name, true);
  }

  private static X509Certificate certificate(
      KeyPair signer, X500Name issuer, KeyPair pair, String name, boolean isAuthority) {
    try {
      var from = Instant.parse("2000-01-01T00:00:00Z");
      var builder =
          new JcaX509v3CertificateBuilder(
              issuer,
              BigInteger.valueOf(name.hashCode() & 0xffff),
              Date.from(from),
              Date.from(from.plus(Duration.ofDays(36_500))),
              new X500Name(name),
              pair.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
      if (!isAuthority) {
        builder.addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
      }
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withRSA").build(signer.getPrivate())));
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a client of that name shows. */
  List<X509Certificate> client(String name) {
    return List.of(certificate(authority, new X500Name("CN=kubernetes"), pair(), name, false));
  }

  /** What a trusted proxy shows. */
  List<X509Certificate> proxy() {
    return List.of(
        certificate(
            proxyAuthority, new X500Name("CN=front-proxy-ca"), pair(), "CN=front-proxy", false));
  }

  /** What a client shows that nobody vouches for. */
  List<X509Certificate> stranger() {
    KeyPair own = pair();
    return List.of(self(own, "O=system:masters,CN=stranger"));
  }

  static byte[] pem(Object certificateOrKey) {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writer.writeObject(certificateOrKey);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** The files of {@code /pki}. */
  void writeTo(Map<String, byte[]> files) {
    files.put("/pki/ca.crt", pem(authorityCertificate));
    files.put("/pki/ca.key", pem(authority.getPrivate()));
    files.put("/pki/front-proxy-ca.crt", pem(proxyCertificate));
    files.put("/pki/sa.key", pem(tokens.getPrivate()));
  }

  /** The certificate that a program serves with. */
  void writeServing(Map<String, byte[]> files) {
    files.put("/pki/serving.crt", pem(authorityCertificate));
    files.put("/pki/serving.key", pem(authority.getPrivate()));
  }

  String rootCa() {
    return new String(pem(authorityCertificate), StandardCharsets.US_ASCII);
  }

  byte[] tokenKey() throws IOException {
    byte[] pem = pem(tokens.getPrivate());
    var _ = Pem.privateKey(pem);
    return pem;
  }
}
