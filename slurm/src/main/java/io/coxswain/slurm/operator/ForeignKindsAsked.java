package io.coxswain.slurm.operator;

import java.util.Optional;
import java.util.SortedMap;

/**
 * The kinds of other operators that the environment enables or disables. For unset ones, the server
 * is queried.
 */
public record ForeignKindsAsked(
    Optional<Boolean> prometheus, Optional<Boolean> mariaDb, Optional<Boolean> appArmor) {

  public static final ForeignKindsAsked NOTHING =
      new ForeignKindsAsked(Optional.empty(), Optional.empty(), Optional.empty());

  static ForeignKindsAsked of(SortedMap<String, String> environment) {
    return new ForeignKindsAsked(
        said(environment, "IS_PROMETHEUS_CRD_INSTALLED"),
        said(environment, "IS_MARIADB_CRD_INSTALLED"),
        said(environment, "IS_APPARMOR_CRD_INSTALLED"));
  }

  /** Only the very word {@code true} is a yes. */
  private static Optional<Boolean> said(SortedMap<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> !value.isEmpty())
        .map("true"::equals);
  }
}
