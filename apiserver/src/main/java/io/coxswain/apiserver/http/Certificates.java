package io.coxswain.apiserver.http;

import io.coxswain.apiserver.Secrets;
import io.coxswain.env.Env;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
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
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.jspecify.annotations.Nullable;

/** The server's own CA, and the certificates it issues. */
final class Certificates {
  private static final String CERTIFICATE_FILE = ".crt";
  private static final String KEY_FILE = ".key";
  private static final List<String> SERVICE_NAMES =
      List.of(
          "localhost",
          "kubernetes",
          "kubernetes.default",
          "kubernetes.default.svc",
          "kubernetes.default.svc.cluster.local");
  private static final String SERVICE_ADDRESS = "10.96.0.1";
  private static final Duration VALIDITY = Duration.ofDays(365);
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  private final Env env;
  private final KeyPair keys;
  private final X500Name name;
  private final String certificateFile;
  private final String keyFile;
  private final X509Certificate authority;

  /** Loads the CA from the secrets; creates one if there is none. */
  Certificates(Env env, Secrets secrets) throws GeneralSecurityException, IOException {
    this(env, secrets, "ca", "CN=coxswain");
  }

  /** The CA of the certificate that this server presents to the servers of APIServices. */
  static Certificates ofFrontProxy(Env env, Secrets secrets)
      throws GeneralSecurityException, IOException {
    return new Certificates(env, secrets, "front-proxy-ca", "CN=front-proxy-ca");
  }

  private Certificates(Env env, Secrets secrets, String files, String subject)
      throws GeneralSecurityException, IOException {
    this.env = env;
    this.name = new X500Name(subject);
    this.certificateFile = files + CERTIFICATE_FILE;
    this.keyFile = files + KEY_FILE;
    SortedMap<String, byte[]> pair = secrets.keep(List.of(certificateFile, keyFile), this::newPair);
    this.keys = keys(pair.getOrDefault(keyFile, new byte[0]), secrets.describe(keyFile));
    this.authority =
        certificate(
            pair.getOrDefault(certificateFile, new byte[0]), secrets.describe(certificateFile));
    checkPair(secrets);
  }

  private SortedMap<String, byte[]> newPair() throws IOException {
    try {
      KeyPair made = newKeys();
      var pair = new TreeMap<String, byte[]>();
      // Both halves, because the public key cannot be derived from the private one alone.
      pair.put(
          keyFile,
          (pem(made.getPrivate()) + write(made.getPublic())).getBytes(StandardCharsets.US_ASCII));
      pair.put(certificateFile, pem(newAuthority(made)).getBytes(StandardCharsets.US_ASCII));
      return pair;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a certificate authority: " + e.getMessage(), e);
    }
  }

  private static KeyPair keys(byte[] pem, String file) throws IOException {
    try (var reader =
        new PEMParser(
            new InputStreamReader(new ByteArrayInputStream(pem), StandardCharsets.US_ASCII))) {
      var converter = new JcaPEMKeyConverter();
      if (reader.readObject() instanceof PrivateKeyInfo key
          && reader.readObject() instanceof SubjectPublicKeyInfo other) {
        return new KeyPair(converter.getPublicKey(other), converter.getPrivateKey(key));
      }
    } catch (IOException | RuntimeException e) {
      throw unusable(file, "is not a PEM file with a private and a public key", e);
    }
    throw unusable(file, "is not a PEM file with a private and a public key", null);
  }

  private static X509Certificate certificate(byte[] pem, String file) throws IOException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(pem));
    } catch (GeneralSecurityException e) {
      throw unusable(file, "is not a PEM file with a certificate", e);
    }
  }

  /** The message of the cause is omitted: it may quote a secret. */
  private static IOException unusable(String file, String why, @Nullable Exception cause) {
    return new IOException(
        "%s %s; restore it from a backup, or delete it and its counterpart to have new ones made, which invalidates all certificates of clients"
            .formatted(file, why),
        cause);
  }

  /** Checks that certificate, public key and private key belong together. */
  private void checkPair(Secrets secrets) throws IOException {
    byte[] probe = "coxswain".getBytes(StandardCharsets.US_ASCII);
    boolean match;
    try {
      Signature signing = Signature.getInstance("SHA256withECDSA");
      signing.initSign(keys.getPrivate());
      signing.update(probe);
      byte[] signature = signing.sign();
      Signature checking = Signature.getInstance("SHA256withECDSA");
      checking.initVerify(authority.getPublicKey());
      checking.update(probe);
      match = checking.verify(signature) && authority.getPublicKey().equals(keys.getPublic());
    } catch (GeneralSecurityException e) {
      throw unusable(secrets.describe(keyFile), "cannot be used to sign", e);
    }
    if (!match) {
      throw unusable(
          secrets.describe(certificateFile),
          "does not belong to the key in " + secrets.describe(keyFile),
          null);
    }
  }

  private X509Certificate newAuthority(KeyPair made) throws GeneralSecurityException, IOException {
    var builder = builder(name, made);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    builder.addExtension(
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign));
    return sign(builder, made.getPrivate());
  }

  /** A certificate with its key. */
  record Identity(X509Certificate certificate, PrivateKey key) {}

  X509Certificate authority() {
    return authority;
  }

  /** The CA's key, in PEM. */
  byte[] authorityKey() throws IOException {
    return pem(keys.getPrivate()).getBytes(StandardCharsets.US_ASCII);
  }

  /** Issues the certificate of the server, for the names and addresses by which it is reached. */
  Identity server(ListenOptions listen) throws GeneralSecurityException, IOException {
    return server(
        "kube-apiserver",
        Stream.concat(SERVICE_NAMES.stream(), listen.dnsNames().stream()).distinct().toList(),
        Stream.concat(listen.addresses().stream(), Stream.of(SERVICE_ADDRESS)).distinct().toList());
  }

  /** Issues a certificate for another server. */
  Identity server(String commonName, List<String> names, List<String> addresses)
      throws GeneralSecurityException, IOException {
    KeyPair pair = newKeys();
    var subject = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, commonName).build();
    var builder = builder(subject, pair);
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            Stream.concat(
                    names.stream().map(n -> new GeneralName(GeneralName.dNSName, n)),
                    addresses.stream().map(a -> new GeneralName(GeneralName.iPAddress, a)))
                .toArray(GeneralName[]::new)));
    usage(builder, KeyPurposeId.id_kp_serverAuth);
    return new Identity(sign(builder), pair.getPrivate());
  }

  /** Issues a certificate for a user; the subject contains the name and the groups. */
  Identity client(String user, List<String> groups) throws GeneralSecurityException, IOException {
    KeyPair pair = newKeys();
    var subject = new X500NameBuilder(BCStyle.INSTANCE);
    groups.forEach(group -> subject.addRDN(BCStyle.O, group));
    subject.addRDN(BCStyle.CN, user);
    var builder = builder(subject.build(), pair);
    usage(builder, KeyPurposeId.id_kp_clientAuth);
    return new Identity(sign(builder), pair.getPrivate());
  }

  private static void usage(JcaX509v3CertificateBuilder builder, KeyPurposeId purpose)
      throws IOException {
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private JcaX509v3CertificateBuilder builder(X500Name subject, KeyPair pair) {
    Instant now = env.clock().now();
    return new JcaX509v3CertificateBuilder(
        name,
        new BigInteger(1, env.entropy().bytes(16)),
        Date.from(now.minus(CLOCK_SKEW)),
        Date.from(now.plus(VALIDITY)),
        subject,
        pair.getPublic());
  }

  private X509Certificate sign(JcaX509v3CertificateBuilder builder)
      throws GeneralSecurityException {
    return sign(builder, keys.getPrivate());
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey by)
      throws GeneralSecurityException {
    try {
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(by);
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  static String pem(X509Certificate certificate) throws IOException {
    return write(certificate);
  }

  static String pem(PrivateKey key) throws IOException {
    return write(new JcaPKCS8Generator(key, null));
  }

  /** Uses the traditional EC format: fabric8's client mistakes PKCS#8 for RSA. */
  static String traditionalPem(Identity identity) throws IOException {
    var key = (ECPrivateKey) identity.key();
    var whole =
        SubjectPublicKeyInfo.getInstance(identity.certificate().getPublicKey().getEncoded());
    var traditional =
        new org.bouncycastle.asn1.sec.ECPrivateKey(
            key.getParams().getOrder().bitLength(),
            key.getS(),
            whole.getPublicKeyData(),
            whole.getAlgorithm().getParameters());
    return write(new PemObject("EC PRIVATE KEY", traditional.getEncoded()));
  }

  private static String write(Object object) throws IOException {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    }
    return text.toString();
  }
}
