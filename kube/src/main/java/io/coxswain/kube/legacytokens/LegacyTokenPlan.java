package io.coxswain.kube.legacytokens;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

/** The action for a token Secret. */
enum LegacyTokenPlan {
  KEEP,
  /** Adds the label with the date since which it is invalid. */
  INVALIDATE,
  DELETE;

  static final String LAST_USED = "kubernetes.io/legacy-token-last-used";
  static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

  /**
   * @param generated whether its service account lists it
   * @param mounted whether a pod uses it
   */
  static LegacyTokenPlan of(
      Secret secret, boolean generated, boolean mounted, Duration period, Instant now) {
    Instant limit = now.minus(period);
    Optional<Instant> created = Timestamps.parse(secret.getMetadata().getCreationTimestamp());
    if (created.filter(time -> time.isBefore(limit)).isEmpty()
        || secret.getMetadata().getDeletionTimestamp() != null
        || !generated
        || mounted
        || mayBeInUse(secret, day(limit))) {
      return KEEP;
    }
    Optional<LocalDate> invalid = parse(labels(secret).getOrDefault(INVALID_SINCE, ""));
    if (invalid.isEmpty()) {
      return INVALIDATE;
    }
    return invalid.get().isBefore(day(limit)) ? DELETE : KEEP;
  }

  /** Empty if the date is invalid. */
  private static boolean mayBeInUse(Secret secret, LocalDate limit) {
    String used = labels(secret).get(LAST_USED);
    return used != null && parse(used).filter(day -> day.isBefore(limit)).isEmpty();
  }

  private static Map<String, String> labels(Secret secret) {
    Map<String, String> labels = secret.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  static LocalDate day(Instant time) {
    return time.atZone(ZoneOffset.UTC).toLocalDate();
  }

  static Optional<LocalDate> parse(String day) {
    try {
      return Optional.of(LocalDate.parse(day));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
