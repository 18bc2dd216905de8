package io.coxswain.api.slurm;

/** Durations as Prometheus writes them. */
final class PrometheusDuration {
  static final String PATTERN =
      "^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$";

  private PrometheusDuration() {}
}
