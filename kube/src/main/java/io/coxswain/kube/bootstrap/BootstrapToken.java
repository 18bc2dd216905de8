package io.coxswain.kube.bootstrap;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bootstrap token.
 *
 * @param secret the secret part of the token
 */
record BootstrapToken(String id, String secret) {
  static final String NAMESPACE = "kube-system";
  private static final String TYPE = "bootstrap.kubernetes.io/token";
  private static final Pattern NAME = Pattern.compile("bootstrap-token-([a-z0-9]{6})");

  static boolean isToken(Secret secret) {
    return TYPE.equals(secret.getType()) && NAMESPACE.equals(secret.getMetadata().getNamespace());
  }

  /** The token in a secret, if it exists and may be used for signing. */
  static Optional<BootstrapToken> forSigning(Secret secret, Instant now) {
    Matcher name = NAME.matcher(secret.getMetadata().getName());
    String id = data(secret, "token-id");
    String value = data(secret, "token-secret");
    boolean usable =
        isToken(secret)
            && name.matches()
            && name.group(1).equals(id)
            && !value.isEmpty()
            && data(secret, "usage-bootstrap-signing").equals("true")
            && !isExpired(secret, now);
    return usable ? Optional.of(new BootstrapToken(id, value)) : Optional.empty();
  }

  static boolean isExpired(Secret secret, Instant now) {
    return expiration(secret).filter(time -> !now.isBefore(time)).isPresent();
  }

  /** The expiration time, if any. An invalid time counts as expired. */
  static Optional<Instant> expiration(Secret secret) {
    String text = data(secret, "expiration");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Timestamps.instant(text));
    } catch (DateTimeParseException e) {
      return Optional.of(Instant.MIN);
    }
  }

  private static String data(Secret secret, String key) {
    String base64 = secret.getData() == null ? null : secret.getData().get(key);
    return base64 == null
        ? ""
        : new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
