package io.coxswain.runtime.certificates;

import io.coxswain.env.Entropy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Base64;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.generators.Ed25519KeyPairGenerator;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.Ed25519KeyGenerationParameters;
import org.bouncycastle.crypto.util.OpenSSHPrivateKeyUtil;
import org.bouncycastle.crypto.util.OpenSSHPublicKeyUtil;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.util.io.pem.PemObject;

/**
 * A key pair in the formats of ssh and sshd.
 *
 * @param privateKey in PEM
 * @param publicKey a line of {@code authorized_keys}
 */
public record SshKeyPair(byte[] privateKey, byte[] publicKey) {
  private static final int RSA_BITS = 2048;

  /** ECDSA on P-521; the private key as {@code EC PRIVATE KEY}. */
  public static SshKeyPair ecdsa(Entropy entropy) {
    KeyPair pair = generate("EC", new ECGenParameterSpec("secp521r1"), entropy);
    return new SshKeyPair(
        pem("EC PRIVATE KEY", sec1(pair)), line("ecdsa-sha2-nistp521", parameter(pair)));
  }

  /** Ed25519; the private key as {@code OPENSSH PRIVATE KEY}. */
  public static SshKeyPair ed25519(Entropy entropy) {
    var generator = new Ed25519KeyPairGenerator();
    generator.init(new Ed25519KeyGenerationParameters(new EntropyRandom(entropy)));
    var pair = generator.generateKeyPair();
    try {
      return new SshKeyPair(
          pem("OPENSSH PRIVATE KEY", OpenSSHPrivateKeyUtil.encodePrivateKey(pair.getPrivate())),
          line("ssh-ed25519", pair.getPublic()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** RSA with 2048 bits; the private key as {@code RSA PRIVATE KEY}. */
  public static SshKeyPair rsa(Entropy entropy) {
    KeyPair pair =
        generate("RSA", new RSAKeyGenParameterSpec(RSA_BITS, RSAKeyGenParameterSpec.F4), entropy);
    return new SshKeyPair(Pem.write(pair.getPrivate()), line("ssh-rsa", parameter(pair)));
  }

  private static KeyPair generate(String kind, AlgorithmParameterSpec parameters, Entropy entropy) {
    try {
      var generator = KeyPairGenerator.getInstance(kind);
      generator.initialize(parameters, new EntropyRandom(entropy));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK does not support keys of type " + kind, e);
    }
  }

  /** Includes the name of the curve and the public key, which sshd requires. */
  private static byte[] sec1(KeyPair pair) {
    var key = (ECPrivateKey) pair.getPrivate();
    try {
      return new org.bouncycastle.asn1.sec.ECPrivateKey(
              key.getParams().getOrder().bitLength(),
              key.getS(),
              SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()).getPublicKeyData(),
              SECObjectIdentifiers.secp521r1)
          .getEncoded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] pem(String type, byte[] content) {
    return Pem.write(new PemObject(type, content));
  }

  private static AsymmetricKeyParameter parameter(KeyPair pair) {
    try {
      return PublicKeyFactory.createKey(pair.getPublic().getEncoded());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] line(String type, AsymmetricKeyParameter key) {
    try {
      String blob = Base64.getEncoder().encodeToString(OpenSSHPublicKeyUtil.encodePublicKey(key));
      return (type + " " + blob + "\n").getBytes(StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
