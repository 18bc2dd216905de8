package io.coxswain.apiserver.kinds.cluster;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Public keys, and signatures by which a requester shows that it has the private one. */
final class ProofOfPossession {
  private static final int HASH = 32;

  private ProofOfPossession() {}

  /**
   * Why a key is not accepted.
   *
   * @param shown stands for the key in the error
   */
  record BadKey(String shown, String detail) {}

  static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /** The key, from its PKIX form in base64; empty if it cannot be parsed. */
  static Optional<PublicKey> key(String base64) {
    var encoded = new X509EncodedKeySpec(decoded(base64));
    for (String algorithm : List.of("EC", "RSA", "Ed25519")) {
      try {
        return Optional.of(KeyFactory.getInstance(algorithm).generatePublic(encoded));
      } catch (GeneralSecurityException e) {
        // The key may be of another algorithm.
      }
    }
    return Optional.empty();
  }

  static Optional<BadKey> problem(PublicKey key) {
    return switch (key) {
      case ECPublicKey curve when !List.of(256, 384, 521).contains(size(curve)) ->
          Optional.of(
              new BadKey(
                  "curve P-" + size(curve), "elliptic public keys must use curve P256 or P384"));
      case RSAPublicKey rsa when !List.of(3072, 4096).contains(rsa.getModulus().bitLength()) ->
          Optional.of(
              new BadKey(
                  rsa.getModulus().bitLength() + "-bit modulus",
                  "RSA keys must have modulus size 3072 or 4096"));
      default -> Optional.empty();
    };
  }

  private static int size(ECPublicKey key) {
    return key.getParams().getCurve().getField().getFieldSize();
  }

  /** Whether the signature, in base64, is one of the text by the owner of the key. */
  static boolean holds(PublicKey key, String text, String signature) {
    try {
      return switch (key) {
        case EdECPublicKey edwards ->
            verifies(Signature.getInstance("Ed25519"), edwards, text, signature);
        case ECPublicKey curve ->
            verifies(Signature.getInstance("SHA256withECDSA"), curve, text, signature);
        case RSAPublicKey rsa -> {
          // Go signs with the longest salt unless told otherwise, and accepts any length.
          int longest = (rsa.getModulus().bitLength() + 6) / 8 - HASH - 2;
          yield verifies(pss(longest), rsa, text, signature)
              || verifies(pss(HASH), rsa, text, signature);
        }
        default -> false;
      };
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static Signature pss(int salt) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("RSASSA-PSS");
    signature.setParameter(
        new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, salt, 1));
    return signature;
  }

  private static boolean verifies(Signature verifier, PublicKey key, String text, String signature)
      throws GeneralSecurityException {
    verifier.initVerify(key);
    verifier.update(text.getBytes(StandardCharsets.UTF_8));
    return verifier.verify(decoded(signature));
  }
}
