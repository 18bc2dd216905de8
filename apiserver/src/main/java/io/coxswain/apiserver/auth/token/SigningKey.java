package io.coxswain.apiserver.auth.token;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X962Parameters;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.util.PrivateKeyInfoFactory;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/** A P-256 key that signs with ES256. */
final class SigningKey {
  static final String ALGORITHM = "ES256";
  private static final int SIDE = 32;
  private static final X9ECParameters CURVE = CustomNamedCurves.getByName("P-256");
  private static final ECDomainParameters DOMAIN = new ECDomainParameters(CURVE);

  private final ECPrivateKeyParameters secret;
  private final ECPublicKeyParameters open;
  private final String id;

  private SigningKey(BigInteger scalar) {
    this.secret = new ECPrivateKeyParameters(scalar, DOMAIN);
    this.open =
        new ECPublicKeyParameters(
            new FixedPointCombMultiplier().multiply(DOMAIN.getG(), scalar).normalize(), DOMAIN);
    this.id = url(sha256(publicInfo()));
  }

  /** Derives the key from the seed. */
  static SigningKey of(byte[] seed) {
    // Two hashes yield 512 bits, so that the reduction has negligible bias.
    byte[] wide = Arrays.copyOf(sha256(concat(seed, 1)), 2 * SIDE);
    System.arraycopy(sha256(concat(seed, 2)), 0, wide, SIDE, SIDE);
    BigInteger most = DOMAIN.getN().subtract(BigInteger.ONE);
    return new SigningKey(new BigInteger(1, wide).mod(most).add(BigInteger.ONE));
  }

  /** The id, as upstream derives it from the public key. */
  String id() {
    return id;
  }

  /** The private key in PEM, for a program that issues tokens which this server accepts. */
  byte[] pem() throws IOException {
    var named = new ECNamedDomainParameters(X9ObjectIdentifiers.prime256v1, DOMAIN);
    byte[] info =
        PrivateKeyInfoFactory.createPrivateKeyInfo(new ECPrivateKeyParameters(secret.getD(), named))
            .getEncoded();
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(info);
    return ("-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  byte[] sign(byte[] message) {
    var signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
    signer.init(true, secret);
    BigInteger[] pair = signer.generateSignature(sha256(message));
    byte[] signature = new byte[2 * SIDE];
    System.arraycopy(side(pair[0]), 0, signature, 0, SIDE);
    System.arraycopy(side(pair[1]), 0, signature, SIDE, SIDE);
    return signature;
  }

  boolean verify(byte[] message, byte[] signature) {
    if (signature.length != 2 * SIDE) {
      return false;
    }
    var signer = new ECDSASigner();
    signer.init(false, open);
    return signer.verifySignature(
        sha256(message),
        new BigInteger(1, Arrays.copyOfRange(signature, 0, SIDE)),
        new BigInteger(1, Arrays.copyOfRange(signature, SIDE, 2 * SIDE)));
  }

  /** The public key, as in a JSON Web Key Set. */
  ObjectNode webKey() {
    return Json.MAPPER
        .createObjectNode()
        .put("use", "sig")
        .put("kty", "EC")
        .put("kid", id)
        .put("crv", "P-256")
        .put("alg", ALGORITHM)
        .put("x", url(side(open.getQ().getAffineXCoord().toBigInteger())))
        .put("y", url(side(open.getQ().getAffineYCoord().toBigInteger())));
  }

  private byte[] publicInfo() {
    try {
      return new SubjectPublicKeyInfo(
              new AlgorithmIdentifier(
                  X9ObjectIdentifiers.id_ecPublicKey,
                  new X962Parameters(X9ObjectIdentifiers.prime256v1)),
              open.getQ().getEncoded(false))
          .getEncoded();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static byte[] side(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] side = new byte[SIDE];
    int length = Math.min(bytes.length, SIDE);
    System.arraycopy(bytes, bytes.length - length, side, SIDE - length, length);
    return side;
  }

  private static byte[] concat(byte[] seed, int last) {
    byte[] longer = Arrays.copyOf(seed, seed.length + 1);
    longer[seed.length] = (byte) last;
    return longer;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
