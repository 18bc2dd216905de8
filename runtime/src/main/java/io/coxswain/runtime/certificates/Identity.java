package io.coxswain.runtime.certificates;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A private key and its certificate chain, leaf first.
 *
 * @param certificatePem as read
 * @param keyPem as read
 */
public record Identity(
    List<X509Certificate> chain, PrivateKey key, byte[] certificatePem, byte[] keyPem) {

  /**
   * @throws IOException if the key or certificate cannot be parsed or they do not match
   */
  public static Identity parse(byte[] certificatePem, byte[] keyPem) throws IOException {
    try {
      List<X509Certificate> chain = Pem.certificates(certificatePem);
      if (chain.isEmpty()) {
        throw new IOException("there is no certificate");
      }
      PrivateKey key = Pem.privateKey(keyPem);
      if (!belongTogether(key, chain.getFirst().getPublicKey())) {
        throw new IOException("private key does not match public key");
      }
      return new Identity(chain, key, certificatePem.clone(), keyPem.clone());
    } catch (GeneralSecurityException e) {
      throw new IOException("bad certificate or key: " + e.getMessage(), e);
    }
  }

  X509Certificate leaf() {
    return chain.getFirst();
  }

  /** Whether the certificate verifies a signature of the key. */
  private static boolean belongTogether(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(certified.getAlgorithm())
        && !(isElliptic(key.getAlgorithm()) && isElliptic(certified.getAlgorithm()))) {
      return false;
    }
    String algorithm =
        switch (certified.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC", "ECDSA" -> "SHA256withECDSA";
          default -> certified.getAlgorithm();
        };
    byte[] text = {1, 2, 3};
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(text);
    Signature checking = Signature.getInstance(algorithm);
    checking.initVerify(certified);
    checking.update(text);
    return checking.verify(signing.sign());
  }

  private static boolean isElliptic(String algorithm) {
    return algorithm.equals("EC") || algorithm.equals("ECDSA");
  }
}
