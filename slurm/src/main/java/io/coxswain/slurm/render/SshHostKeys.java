package io.coxswain.slurm.render;

import io.coxswain.env.Entropy;
import io.coxswain.runtime.certificates.EntropyRandom;
import io.coxswain.runtime.certificates.Pem;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bouncycastle.asn1.ASN1BitString;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.generators.Ed25519KeyPairGenerator;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.Ed25519KeyGenerationParameters;
import org.bouncycastle.crypto.util.OpenSSHPrivateKeyUtil;
import org.bouncycastle.crypto.util.OpenSSHPublicKeyUtil;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** The three host keys of sshd, each with its public half in the form of authorized_keys. */
final class SshHostKeys {
  private static final int RSA_BITS = 2048;
  private static final int CURVE_BITS = 521;

  private SshHostKeys() {}

  static SortedMap<String, byte[]> make(Entropy entropy) {
    var random = new EntropyRandom(entropy);
    var keys = new TreeMap<String, byte[]>();
    try {
      ecdsa(keys, random);
      ed25519(keys, random);
      rsa(keys, random);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java can make keys of these kinds", e);
    }
    return keys;
  }

  private static void ecdsa(SortedMap<String, byte[]> keys, EntropyRandom random)
      throws IOException, GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp521r1"), random);
    KeyPair pair = generator.generateKeyPair();
    keys.put("ssh_host_ecdsa_key", pem("EC PRIVATE KEY", sec1(pair)));
    keys.put(
        "ssh_host_ecdsa_key.pub",
        authorized(
            "ecdsa-sha2-nistp521", PublicKeyFactory.createKey(pair.getPublic().getEncoded())));
  }

  /** With the name of the curve and the public key, which sshd will not do without. */
  private static byte[] sec1(KeyPair pair) throws IOException {
    var key = (ECPrivateKey) pair.getPrivate();
    ASN1BitString point =
        SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()).getPublicKeyData();
    return new org.bouncycastle.asn1.sec.ECPrivateKey(
            CURVE_BITS, key.getS(), point, SECObjectIdentifiers.secp521r1)
        .getEncoded();
  }

  private static void ed25519(SortedMap<String, byte[]> keys, EntropyRandom random)
      throws IOException {
    var generator = new Ed25519KeyPairGenerator();
    generator.init(new Ed25519KeyGenerationParameters(random));
    AsymmetricCipherKeyPair pair = generator.generateKeyPair();
    keys.put("ssh_host_ed25519_key", openSsh(pair.getPrivate()));
    keys.put("ssh_host_ed25519_key.pub", authorized("ssh-ed25519", pair.getPublic()));
  }

  private static void rsa(SortedMap<String, byte[]> keys, EntropyRandom random)
      throws IOException, GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(RSA_BITS, random);
    KeyPair pair = generator.generateKeyPair();
    keys.put("ssh_host_rsa_key", Pem.write(pair.getPrivate()));
    keys.put(
        "ssh_host_rsa_key.pub",
        authorized("ssh-rsa", PublicKeyFactory.createKey(pair.getPublic().getEncoded())));
  }

  private static byte[] openSsh(AsymmetricKeyParameter key) throws IOException {
    return pem("OPENSSH PRIVATE KEY", OpenSSHPrivateKeyUtil.encodePrivateKey(key));
  }

  private static byte[] pem(String type, byte[] content) throws IOException {
    var text = new StringWriter();
    try (var writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(type, content));
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] authorized(String type, AsymmetricKeyParameter key) throws IOException {
    String encoded = Base64.getEncoder().encodeToString(OpenSSHPublicKeyUtil.encodePublicKey(key));
    return (type + " " + encoded + "\n").getBytes(StandardCharsets.US_ASCII);
  }
}
