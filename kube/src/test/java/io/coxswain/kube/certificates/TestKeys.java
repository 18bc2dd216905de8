package io.coxswain.kube.certificates;

import io.coxswain.runtime.certificates.Identity;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** Keys, a certificate authority and requests for tests. */
public final class TestKeys {
  private static final String ALGORITHM = "SHA256withECDSA";

  private TestKeys() {}

  static KeyPair newKey() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  public static Identity authority(Instant notAfter) {
    try {
      KeyPair keys = newKey();
      var name = new X500Name("CN=test-ca");
      var builder =
          new JcaX509v3CertificateBuilder(
              name,
              BigInteger.ONE,
              Date.from(Instant.parse("2020-01-01T00:00:00Z")),
              Date.from(notAfter),
              name,
              keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
      var certificate =
          builder.build(new JcaContentSignerBuilder(ALGORITHM).build(keys.getPrivate()));
      return Identity.parse(
          pem(certificate), pem(new PemObject("PRIVATE KEY", keys.getPrivate().getEncoded())));
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new AssertionError(e);
    }
  }

  /** A request in base64, as it stands in the object. */
  public static String request(String subject, GeneralName... names) {
    return request(newKey(), subject, names);
  }

  static String request(KeyPair keys, String subject, GeneralName... names) {
    try {
      var builder =
          new JcaPKCS10CertificationRequestBuilder(new X500Name(subject), keys.getPublic());
      if (names.length > 0) {
        var extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        builder.addAttribute(
            PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
      }
      var request = builder.build(new JcaContentSignerBuilder(ALGORITHM).build(keys.getPrivate()));
      return Base64.getEncoder().encodeToString(pem(request));
    } catch (IOException | OperatorCreationException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] pem(Object object) throws IOException {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
