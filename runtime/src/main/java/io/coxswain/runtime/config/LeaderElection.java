package io.coxswain.runtime.config;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.coxswain.runtime.election.ElectionOptions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The leader election section of a configuration file; null for fields that are not set. */
public record LeaderElection(
    @Nullable Boolean leaderElect,
    @JsonDeserialize(using = GoDurations.class) @Nullable Duration leaseDuration,
    @JsonDeserialize(using = GoDurations.class) @Nullable Duration renewDeadline,
    @JsonDeserialize(using = GoDurations.class) @Nullable Duration retryPeriod,
    @Nullable String resourceLock,
    @Nullable String resourceName,
    @Nullable String resourceNamespace) {

  /** No field set. */
  public static final LeaderElection UNSAID =
      new LeaderElection(null, null, null, null, null, null, null);

  /** Recommended by component-base: Leases, 15 s, 10 s and 2 s. */
  public static final LeaderElection RECOMMENDED =
      new LeaderElection(
          null,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          "leases",
          null,
          null);

  /**
   * This configuration with the given defaults. As in component-base, an empty string and a zero
   * duration count as not set.
   */
  public LeaderElection or(LeaderElection defaults) {
    return new LeaderElection(
        leaderElect != null ? leaderElect : defaults.leaderElect,
        or(leaseDuration, defaults.leaseDuration),
        or(renewDeadline, defaults.renewDeadline),
        or(retryPeriod, defaults.retryPeriod),
        or(resourceLock, defaults.resourceLock),
        or(resourceName, defaults.resourceName),
        or(resourceNamespace, defaults.resourceNamespace));
  }

  private static @Nullable Duration or(@Nullable Duration value, @Nullable Duration otherwise) {
    return value == null || value.isZero() ? otherwise : value;
  }

  private static @Nullable String or(@Nullable String value, @Nullable String otherwise) {
    return value == null || value.isEmpty() ? otherwise : value;
  }

  public boolean isOn() {
    return Boolean.TRUE.equals(leaderElect);
  }

  /**
   * @param namespace the program's namespace, for a Lease without one
   */
  public void apply(ElectionOptions options, String namespace) {
    String lock = Objects.requireNonNullElse(resourceLock, "");
    if (!lock.isEmpty() && !lock.equals("leases")) {
      throw new IllegalArgumentException(
          "leaderElection.resourceLock: \"%s\" is not supported, only \"leases\" is"
              .formatted(lock));
    }
    String configured = Objects.requireNonNullElse(resourceNamespace, "");
    options
        .id(Objects.requireNonNullElse(resourceName, ""))
        .namespace(configured.isEmpty() ? namespace : configured)
        .timing(
            Objects.requireNonNullElse(leaseDuration, Duration.ZERO),
            Objects.requireNonNullElse(renewDeadline, Duration.ZERO),
            Objects.requireNonNullElse(retryPeriod, Duration.ZERO));
  }
}
