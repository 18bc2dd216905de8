package io.coxswain.apiserver.auth.token;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.store.Stored;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Records the day of the last use of a token in a Secret, so that unused ones can be found, and the
 * time since which use is recorded.
 */
public final class TokenTracking {
  private static final String LAST_USED = "kubernetes.io/legacy-token-last-used";
  private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

  private TokenTracking() {}

  /** The ConfigMap with the time since which the use of tokens is recorded. */
  public static byte[] configMap(Instant now) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object
        .putObject("metadata")
        .put("name", "kube-apiserver-legacy-service-account-token-tracking");
    object.putObject("data").put("since", day(now).toString());
    return Json.bytes(object);
  }

  /** A merge patch for the Secret of a token that was used. */
  public static byte[] use(Instant now) {
    ObjectNode patch = Json.MAPPER.createObjectNode();
    patch.putObject("metadata").putObject("labels").put(LAST_USED, day(now).toString());
    return Json.bytes(patch);
  }

  /** Whether today's use is not recorded yet. Clocks differ: tomorrow counts too. */
  static boolean isNews(Stored secret, Instant now) {
    String noted = label(secret, LAST_USED);
    return !noted.equals(day(now).toString()) && !noted.equals(day(now).plusDays(1).toString());
  }

  /** Whether the token was marked as unused. */
  static boolean isInvalid(Stored secret) {
    return !label(secret, INVALID_SINCE).isEmpty();
  }

  private static String label(Stored secret, String name) {
    return secret.labels().getOrDefault(name, "");
  }

  private static LocalDate day(Instant now) {
    return LocalDate.ofInstant(now, ZoneOffset.UTC);
  }
}
