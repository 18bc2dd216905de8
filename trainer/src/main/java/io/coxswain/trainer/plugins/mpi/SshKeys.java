package io.coxswain.trainer.plugins.mpi;

import io.coxswain.env.Entropy;
import io.coxswain.runtime.certificates.EntropyRandom;
import io.coxswain.runtime.certificates.Pem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.util.OpenSSHPublicKeyUtil;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.util.io.pem.PemObject;

/**
 * A pair of keys by which the hosts of one job trust each other: ECDSA on P-521.
 *
 * @param privateKey in PEM, as {@code EC PRIVATE KEY}
 * @param publicKey a line of {@code authorized_keys}
 */
record SshKeys(byte[] privateKey, byte[] publicKey) {

  static SshKeys generate(Entropy entropy) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp521r1"), new EntropyRandom(entropy));
      KeyPair pair = generator.generateKeyPair();
      byte[] blob =
          OpenSSHPublicKeyUtil.encodePublicKey(
              PublicKeyFactory.createKey(pair.getPublic().getEncoded()));
      String line = "ecdsa-sha2-nistp521 " + Base64.getEncoder().encodeToString(blob) + "\n";
      return new SshKeys(sec1(pair), line.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot make keys for ssh: " + e.getMessage(), e);
    }
  }

  /** With the curve and the public key, without which ssh does not take it. */
  private static byte[] sec1(KeyPair pair) {
    var key = (java.security.interfaces.ECPrivateKey) pair.getPrivate();
    return Pem.write(
        new PemObject(
            "EC PRIVATE KEY",
            encoded(
                new ECPrivateKey(
                    key.getParams().getOrder().bitLength(),
                    key.getS(),
                    SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded())
                        .getPublicKeyData(),
                    SECObjectIdentifiers.secp521r1))));
  }

  private static byte[] encoded(ECPrivateKey key) {
    try {
      return key.getEncoded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
