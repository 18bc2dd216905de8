package io.coxswain.runtime.events;

import io.coxswain.env.Entropy;
import java.time.Instant;
import java.util.regex.Pattern;

/** Names of events: the object's, and the time. Used by one task. */
final class EventNames {
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int MAX_LENGTH = 253;

  private final Entropy entropy;
  private long last;

  EventNames(Entropy entropy) {
    this.entropy = entropy;
  }

  /** Unique even if two events of an object fall on one instant. */
  String next(String object, Instant time) {
    long nanos = time.getEpochSecond() * 1_000_000_000L + time.getNano();
    last = Math.max(nanos, last + 1);
    String name = object + "." + Long.toHexString(last);
    return name.length() <= MAX_LENGTH && SUBDOMAIN.matcher(name).matches()
        ? name
        : entropy.uuid().toString();
  }
}
