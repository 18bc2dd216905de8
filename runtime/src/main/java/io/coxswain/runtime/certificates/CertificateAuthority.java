package io.coxswain.runtime.certificates;

import io.coxswain.env.Entropy;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A self-signed certificate authority with an RSA key. */
public final class CertificateAuthority {
  private static final int BITS = 2048;
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);

  private final X509Certificate certificate;
  private final PrivateKey key;

  private CertificateAuthority(X509Certificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** Creates a CA. */
  public static CertificateAuthority create(
      String name, String organization, Instant now, Duration lifetime, Entropy entropy)
      throws GeneralSecurityException {
    KeyPair pair = newKeys(entropy);
    X500Name subject = subject(name, organization);
    var builder = builder(subject, subject, BigInteger.ZERO, now, lifetime, pair);
    extend(builder, Extension.basicConstraints, true, new BasicConstraints(true));
    extend(
        builder,
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment | KeyUsage.keyCertSign));
    // The certificate rotator of other programs looks for the name here.
    extend(builder, Extension.subjectAlternativeName, false, names(List.of(name)));
    return new CertificateAuthority(sign(builder, pair.getPrivate()), pair.getPrivate());
  }

  /** Parses a CA in PEM format. */
  public static CertificateAuthority parse(byte[] certificatePem, byte[] keyPem)
      throws IOException {
    Identity identity = Identity.parse(certificatePem, keyPem);
    return new CertificateAuthority(identity.leaf(), identity.key());
  }

  /**
   * Issues a serving certificate.
   *
   * @param names the DNS names of the server; the first is the common name
   */
  public Identity issue(List<String> names, Instant now, Duration lifetime, Entropy entropy)
      throws GeneralSecurityException, IOException {
    return issue(
        subject(names.getFirst(), ""),
        names,
        KeyPurposeId.id_kp_serverAuth,
        now,
        lifetime,
        entropy);
  }

  /**
   * Issues a client certificate for an API server.
   *
   * @param group the organization, which API servers interpret as a group
   */
  public Identity issueClient(
      String user, String group, Instant now, Duration lifetime, Entropy entropy)
      throws GeneralSecurityException, IOException {
    return issue(
        subject(user, group), List.of(), KeyPurposeId.id_kp_clientAuth, now, lifetime, entropy);
  }

  private Identity issue(
      X500Name subject,
      List<String> names,
      KeyPurposeId purpose,
      Instant now,
      Duration lifetime,
      Entropy entropy)
      throws GeneralSecurityException, IOException {
    KeyPair pair = newKeys(entropy);
    var builder =
        builder(
            X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
            subject,
            BigInteger.ONE,
            now,
            lifetime,
            pair);
    extend(builder, Extension.basicConstraints, true, new BasicConstraints(false));
    extend(
        builder,
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
    extend(builder, Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
    if (!names.isEmpty()) {
      extend(builder, Extension.subjectAlternativeName, false, names(names));
    }
    return Identity.parse(Pem.write(sign(builder, key)), Pem.write(pair.getPrivate()));
  }

  private static GeneralNames names(List<String> names) {
    return new GeneralNames(
        names.stream().map(name -> new GeneralName(kind(name), name)).toArray(GeneralName[]::new));
  }

  private static int kind(String name) {
    return name.matches("\\d{1,3}(\\.\\d{1,3}){3}") || name.contains(":")
        ? GeneralName.iPAddress
        : GeneralName.dNSName;
  }

  /** Whether the serving certificate is issued by this CA and valid for these names at the time. */
  public boolean vouchesFor(Identity server, List<String> names, Instant at) {
    X509Certificate leaf = server.leaf();
    try {
      leaf.verify(certificate.getPublicKey());
      leaf.checkValidity(Date.from(at));
      List<String> purposes = leaf.getExtendedKeyUsage();
      var certified = new ArrayList<Object>();
      if (leaf.getSubjectAlternativeNames() != null) {
        leaf.getSubjectAlternativeNames().forEach(name -> certified.add(name.get(1)));
      }
      return purposes != null
          && purposes.contains(KeyPurposeId.id_kp_serverAuth.getId())
          && certified.containsAll(names);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** Whether the CA certificate is valid at the time. */
  public boolean isValid(Instant at) {
    try {
      certificate.verify(certificate.getPublicKey());
      certificate.checkValidity(Date.from(at));
      return certificate.getBasicConstraints() >= 0;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  public X509Certificate certificate() {
    return certificate;
  }

  public byte[] certificatePem() {
    return Pem.write(certificate);
  }

  public byte[] keyPem() {
    return Pem.write(key);
  }

  private static KeyPair newKeys(Entropy entropy) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(BITS, new EntropyRandom(entropy));
    return generator.generateKeyPair();
  }

  private static X500Name subject(String name, String organization) {
    var subject = new X500NameBuilder(BCStyle.INSTANCE);
    if (!organization.isEmpty()) {
      subject.addRDN(BCStyle.O, organization);
    }
    return subject.addRDN(BCStyle.CN, name).build();
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Name issuer,
      X500Name subject,
      BigInteger serial,
      Instant now,
      Duration lifetime,
      KeyPair pair) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        serial,
        Date.from(now.minus(CLOCK_SKEW)),
        Date.from(now.plus(lifetime)),
        subject,
        pair.getPublic());
  }

  private static void extend(
      JcaX509v3CertificateBuilder builder,
      org.bouncycastle.asn1.ASN1ObjectIdentifier extension,
      boolean critical,
      org.bouncycastle.asn1.ASN1Encodable value)
      throws GeneralSecurityException {
    try {
      builder.addExtension(extension, critical, value);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      var signer = new JcaContentSignerBuilder("SHA256withRSA").build(key);
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
