package io.coxswain.runtime.config;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.coxswain.runtime.election.ElectionOptions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a configuration file says of electing a leader; null where nothing is said. */
public record LeaderElection(
    @Nullable Boolean leaderElect,
    @JsonDeserialize(using = GoDurations.class) @Nullable Duration leaseDuration,
    @JsonDeserialize(using = GoDurations.class) @Nullable Duration renewDeadline,
    @JsonDeserialize(using = GoDurations.class) @Nullable Duration retryPeriod,
    @Nullable String resourceLock,
    @Nullable String resourceName,
    @Nullable String resourceNamespace) {

  /** Nothing said. */
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
   * This, with the defaults for what is omitted. As in component-base, an empty string and a zero
   * duration count as omitted.
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
   * @param namespace of the program, for a Lease that is given none
   */
  public void apply(ElectionOptions options, String namespace) {
    String lock = Objects.requireNonNullElse(resourceLock, "");
    if (!lock.isEmpty() && !lock.equals("leases")) {
      throw new IllegalArgumentException(
          "leaderElection.resourceLock: \"%s\" is not supported, only \"leases\" is"
              .formatted(lock));
    }
    String own = Objects.requireNonNullElse(resourceNamespace, "");
    options
        .id(Objects.requireNonNullElse(resourceName, ""))
        .namespace(own.isEmpty() ? namespace : own)
        .timing(
            Objects.requireNonNullElse(leaseDuration, Duration.ZERO),
            Objects.requireNonNullElse(renewDeadline, Duration.ZERO),
            Objects.requireNonNullElse(retryPeriod, Duration.ZERO));
  }
}
