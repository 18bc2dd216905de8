package io.coxswain.console.session;

import io.coxswain.env.Entropy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Random secrets, and their hashes: only hashes are kept, so that looking one up reveals nothing.
 */
final class Secrets {
  private static final int BYTES = 32;

  private Secrets() {}

  static String random(Entropy entropy) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(entropy.bytes(BYTES));
  }

  static String hash(String secret) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform provides it
    }
  }

  static boolean equal(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
