package io.coxswain.kube.bootstrap;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A compact JSON Web Signature (HS256) with detached content. */
final class DetachedSignature {
  private static final String ALGORITHM = "HmacSHA256";

  private DetachedSignature() {}

  static String of(String text, BootstrapToken token) {
    String header = encode("{\"alg\":\"HS256\",\"kid\":\"" + token.id() + "\"}");
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(token.secret().getBytes(StandardCharsets.UTF_8), ALGORITHM));
      byte[] signature =
          mac.doFinal((header + "." + encode(text)).getBytes(StandardCharsets.US_ASCII));
      return header + ".." + encode(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  private static String encode(String text) {
    return encode(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
