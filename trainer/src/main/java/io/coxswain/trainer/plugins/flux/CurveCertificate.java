package io.coxswain.trainer.plugins.flux;

import io.coxswain.api.trainer.TrainJob;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.bouncycastle.crypto.params.X25519PrivateKeyParameters;

/**
 * The CURVE certificate of ZeroMQ that all brokers of a job share. Its secret key is derived from
 * the job's UID, as upstream's is, so that every reconcile and both implementations write the same.
 */
final class CurveCertificate {
  private static final String Z85 =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

  private CurveCertificate() {}

  static String of(TrainJob job) {
    byte[] secret = sha256(job.getMetadata().getUid());
    byte[] open = new X25519PrivateKeyParameters(secret, 0).generatePublicKey().getEncoded();
    return """
        #   ZeroMQ CURVE certificate
        metadata
            name = "%s"
        curve
            public-key = "%s"
            secret-key = "%s"
        """
        .formatted(job.getMetadata().getName(), z85(open), z85(secret));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Four bytes become five characters. */
  static String z85(byte[] bytes) {
    var text = new StringBuilder();
    for (int i = 0; i < bytes.length; i += 4) {
      long value = 0;
      for (int j = 0; j < 4; j++) {
        value = value * 256 + (bytes[i + j] & 0xff);
      }
      for (long divisor = 85L * 85 * 85 * 85; divisor > 0; divisor /= 85) {
        text.append(Z85.charAt((int) (value / divisor % 85)));
      }
    }
    return text.toString();
  }
}
