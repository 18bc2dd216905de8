package io.coxswain.kube.tokens;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.runtime.certificates.Pem;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X962Parameters;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA384Digest;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/** Signs service account tokens that do not expire. */
public final class TokenSigner {
  private static final String CLAIM = "kubernetes.io/serviceaccount/";

  private final Algorithm algorithm;
  private final String keyId;

  /** A signature algorithm and its name. */
  private interface Algorithm {
    String name();

    byte[] sign(byte[] message) throws GeneralSecurityException;
  }

  private TokenSigner(Algorithm algorithm, byte[] publicKey) throws GeneralSecurityException {
    this.algorithm = algorithm;
    this.keyId = url(MessageDigest.getInstance("SHA-256").digest(publicKey));
  }

  /**
   * @param pem an RSA key, or an EC key on the curve P-256, P-384 or P-521
   * @throws IOException if it is not such a key
   */
  public static TokenSigner of(byte[] pem) throws IOException {
    PrivateKey key = Pem.privateKey(pem);
    try {
      if (key instanceof RSAPrivateCrtKey rsa) {
        byte[] publicKey =
            KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()))
                .getEncoded();
        return new TokenSigner(new Rsa(rsa), publicKey);
      }
      if (key instanceof ECPrivateKey elliptic) {
        Elliptic algorithm = Elliptic.of(elliptic);
        return new TokenSigner(algorithm, algorithm.publicKey());
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("failed to create signer: " + e.getMessage(), e);
    }
    throw new IOException("unknown private key type " + key.getAlgorithm() + ", must be RSA or EC");
  }

  /** The token of the service account for the Secret. */
  String token(ServiceAccount account, Secret secret) {
    String namespace = account.getMetadata().getNamespace();
    String name = account.getMetadata().getName();
    ObjectNode claims = Json.MAPPER.createObjectNode();
    claims.put("iss", "kubernetes/serviceaccount");
    claims.put(CLAIM + "namespace", namespace);
    claims.put(CLAIM + "secret.name", secret.getMetadata().getName());
    claims.put(CLAIM + "service-account.name", name);
    claims.put(CLAIM + "service-account.uid", account.getMetadata().getUid());
    claims.put("sub", "system:serviceaccount:" + namespace + ":" + name);
    ObjectNode header = Json.MAPPER.createObjectNode();
    header.put("alg", algorithm.name()).put("kid", keyId);
    String signed = url(Json.bytes(header)) + "." + url(Json.bytes(claims));
    try {
      return signed + "." + url(algorithm.sign(signed.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("failed to sign with a validated key", e);
    }
  }

  private static String url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private record Rsa(RSAPrivateCrtKey key) implements Algorithm {
    @Override
    public String name() {
      return "RS256";
    }

    @Override
    public byte[] sign(byte[] message) throws GeneralSecurityException {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(message);
      return signature.sign();
    }
  }

  /** Deterministic signatures (RFC 6979): the same token each time. */
  private record Elliptic(
      String name, String digest, ASN1ObjectIdentifier curve, int side, BigInteger scalar)
      implements Algorithm {

    static Elliptic of(ECPrivateKey key) throws GeneralSecurityException {
      int bits = key.getParams().getCurve().getField().getFieldSize();
      BigInteger scalar = key.getS();
      return switch (bits) {
        case 256 -> new Elliptic("ES256", "SHA-256", X9ObjectIdentifiers.prime256v1, 32, scalar);
        case 384 -> new Elliptic("ES384", "SHA-384", SECObjectIdentifiers.secp384r1, 48, scalar);
        case 521 -> new Elliptic("ES512", "SHA-512", SECObjectIdentifiers.secp521r1, 66, scalar);
        default ->
            throw new GeneralSecurityException(
                "unknown private key curve, must be 256, 384, or 521");
      };
    }

    private ECDomainParameters domain() {
      return new ECDomainParameters(CustomNamedCurves.getByOID(curve));
    }

    byte[] publicKey() throws GeneralSecurityException {
      byte[] point =
          new FixedPointCombMultiplier()
              .multiply(domain().getG(), scalar)
              .normalize()
              .getEncoded(false);
      try {
        return new SubjectPublicKeyInfo(
                new AlgorithmIdentifier(
                    X9ObjectIdentifiers.id_ecPublicKey, new X962Parameters(curve)),
                point)
            .getEncoded();
      } catch (IOException e) {
        throw new GeneralSecurityException(e);
      }
    }

    @Override
    public byte[] sign(byte[] message) throws GeneralSecurityException {
      var signer = new ECDSASigner(new HMacDSAKCalculator(newDigest()));
      signer.init(true, new ECPrivateKeyParameters(scalar, domain()));
      BigInteger[] pair =
          signer.generateSignature(MessageDigest.getInstance(digest).digest(message));
      byte[] signature = new byte[2 * side];
      put(pair[0], signature, side);
      put(pair[1], signature, 2 * side);
      return signature;
    }

    private Digest newDigest() {
      return switch (digest) {
        case "SHA-256" -> new SHA256Digest();
        case "SHA-384" -> new SHA384Digest();
        default -> new SHA512Digest();
      };
    }

    private static void put(BigInteger number, byte[] into, int end) {
      byte[] bytes = number.toByteArray();
      int from = bytes.length > 1 && bytes[0] == 0 ? 1 : 0;
      System.arraycopy(bytes, from, into, end - (bytes.length - from), bytes.length - from);
    }
  }
}
