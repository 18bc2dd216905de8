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

  /** This, with what the other says where this says nothing. */
  public LeaderElection or(LeaderElection other) {
    return new LeaderElection(
        leaderElect != null ? leaderElect : other.leaderElect,
        leaseDuration != null ? leaseDuration : other.leaseDuration,
        renewDeadline != null ? renewDeadline : other.renewDeadline,
        retryPeriod != null ? retryPeriod : other.retryPeriod,
        resourceLock != null ? resourceLock : other.resourceLock,
        resourceName != null ? resourceName : other.resourceName,
        resourceNamespace != null ? resourceNamespace : other.resourceNamespace);
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
