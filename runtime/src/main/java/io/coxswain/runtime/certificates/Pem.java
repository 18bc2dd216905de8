package io.coxswain.runtime.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;

/** Certificates and keys in PEM format, with keys of any algorithm and encoding. */
public final class Pem {
  private Pem() {}

  public static List<X509Certificate> certificates(byte[] pem) throws GeneralSecurityException {
    var found = new ArrayList<X509Certificate>();
    for (var certificate :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(pem))) {
      found.add((X509Certificate) certificate);
    }
    return found;
  }

  public static PrivateKey privateKey(byte[] pem) throws IOException {
    var parser = new PEMParser(new StringReader(new String(pem, StandardCharsets.UTF_8)));
    var converter = new JcaPEMKeyConverter();
    for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
      switch (part) {
        case PrivateKeyInfo key -> {
          return converter.getPrivateKey(key);
        }
        case PEMKeyPair pair -> {
          return converter.getPrivateKey(pair.getPrivateKeyInfo());
        }
        default -> {} // EC parameters may come first
      }
    }
    throw new IOException("there is no private key");
  }

  /** A certificate, or a key in its traditional encoding (PKCS#1 for RSA). */
  public static byte[] write(Object certificateOrKey) {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writer.writeObject(certificateOrKey);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
