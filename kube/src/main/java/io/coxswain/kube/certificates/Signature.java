package io.coxswain.kube.certificates;

import io.coxswain.env.Entropy;
import io.coxswain.runtime.certificates.EntropyRandom;
import io.coxswain.runtime.certificates.Identity;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** Signs certificate requests. */
final class Signature {
  private static final int SERIAL_BYTES = 16;

  private final Entropy entropy;

  Signature(Entropy entropy) {
    this.entropy = entropy;
  }

  /**
   * Issues the requested certificate, in PEM. Subject, key and names are those of the request;
   * everything else is set here.
   *
   * @throws GeneralSecurityException if the request cannot be signed
   */
  String sign(Request request, Usages usages, Duration time, Identity authority, Instant now)
      throws GeneralSecurityException {
    X509Certificate issuer = authority.chain().getFirst();
    Validity validity = Validity.of(now, time, issuer.getNotAfter().toInstant());
    try {
      if (!request
          .pkcs10()
          .isSignatureValid(
              new JcaContentVerifierProviderBuilder()
                  .build(request.pkcs10().getSubjectPublicKeyInfo()))) {
        throw new GeneralSecurityException("unable to verify certificate request signature");
      }
      var certificate =
          new X509v3CertificateBuilder(
              X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded()),
              new BigInteger(1, entropy.bytes(SERIAL_BYTES)),
              Date.from(validity.notBefore()),
              Date.from(validity.notAfter()),
              request.pkcs10().getSubject(),
              request.pkcs10().getSubjectPublicKeyInfo());
      extend(certificate, request, usages, issuer);
      var signer =
          new JcaContentSignerBuilder(algorithm(authority.key()))
              .setSecureRandom(new EntropyRandom(entropy))
              .build(authority.key());
      return pem(certificate.build(signer));
    } catch (IOException | OperatorCreationException | PKCSException e) {
      throw new GeneralSecurityException(e.getMessage(), e);
    }
  }

  private static void extend(
      X509v3CertificateBuilder certificate, Request request, Usages usages, X509Certificate issuer)
      throws IOException {
    if (usages.keyUsage() != 0) {
      certificate.addExtension(Extension.keyUsage, true, new KeyUsage(usages.keyUsage()));
    }
    if (!usages.purposes().isEmpty()) {
      certificate.addExtension(
          Extension.extendedKeyUsage,
          false,
          new ExtendedKeyUsage(usages.purposes().toArray(KeyPurposeId[]::new)));
    }
    certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    byte[] issuerKey = issuer.getExtensionValue(Extension.subjectKeyIdentifier.getId());
    if (issuerKey != null) {
      certificate.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new AuthorityKeyIdentifier(
              SubjectKeyIdentifier.getInstance(JcaX509ExtensionUtils.parseExtensionValue(issuerKey))
                  .getKeyIdentifier()));
    }
    if (!request.names().isEmpty()) {
      boolean namesAlone = request.pkcs10().getSubject().getRDNs().length == 0;
      certificate.addExtension(
          Extension.subjectAlternativeName,
          namesAlone,
          new GeneralNames(request.names().toArray(GeneralName[]::new)));
    }
  }

  /** Selects a hash that matches the strength of the key. */
  private static String algorithm(PrivateKey key) throws GeneralSecurityException {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC", "ECDSA" -> {
        int bits = key instanceof ECKey ec ? ec.getParams().getOrder().bitLength() : 256;
        yield bits > 384 ? "SHA512withECDSA" : bits > 256 ? "SHA384withECDSA" : "SHA256withECDSA";
      }
      case "Ed25519", "EdDSA" -> "Ed25519";
      default ->
          throw new GeneralSecurityException(
              "unsupported key type of the CA: " + key.getAlgorithm());
    };
  }

  private static String pem(X509CertificateHolder certificate) throws IOException {
    var text = new StringWriter();
    try (var writer = new PemWriter(text)) {
      writer.writeObject(new PemObject("CERTIFICATE", certificate.getEncoded()));
    }
    return text.toString();
  }
}
