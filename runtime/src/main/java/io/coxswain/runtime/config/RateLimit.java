package io.coxswain.runtime.config;

/** A rate limit for requests: queries per second and burst size. */
public record RateLimit(double qps, int burst) {
  /** Practically unlimited, for components in the process of the API server. */
  public static final RateLimit UNLIMITED = new RateLimit(100_000, 100_000);
}
