package io.coxswain.runtime.events;

import io.coxswain.env.Entropy;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Generates event names from the name of the object and the time. Recorders in other processes may
 * record an event of the same object at the same instant, in virtual time even regularly, so the
 * digits below a millisecond are random. Confined to one task.
 */
final class EventNames {
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int MAX_LENGTH = 253;
  private static final int NANOS_PER_MILLISECOND = 1_000_000;

  private final Entropy entropy;
  private long last;

  EventNames(Entropy entropy) {
    this.entropy = entropy.derive("names");
  }

  /** Unique even if two events of an object have the same time. */
  String next(String object, Instant time) {
    long millis = time.toEpochMilli();
    last =
        Math.max(millis * NANOS_PER_MILLISECOND + entropy.nextInt(NANOS_PER_MILLISECOND), last + 1);
    String name = object + "." + Long.toHexString(last);
    return name.length() <= MAX_LENGTH && SUBDOMAIN.matcher(name).matches()
        ? name
        : entropy.uuid().toString();
  }
}
