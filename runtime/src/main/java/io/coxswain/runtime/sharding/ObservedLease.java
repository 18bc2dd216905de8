package io.coxswain.runtime.sharding;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.Objects;

/**
 * A Lease, and since when it has been in this state by this replica's clock.
 *
 * @param sinceNanos when this state was first received
 */
record ObservedLease(Lease lease, long sinceNanos) {

  /** The same lease in its present state. */
  ObservedLease next(Lease now, long nowNanos) {
    boolean same = Objects.equals(lease.getSpec(), now.getSpec());
    return new ObservedLease(now, same ? sinceNanos : nowNanos);
  }

  /** Empty if it has been released. */
  String holder() {
    String holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
    return holder == null ? "" : holder;
  }

  boolean isHeld(long nowNanos) {
    return !holder().isEmpty() && nowNanos < expiryNanos();
  }

  long expiryNanos() {
    Integer seconds = lease.getSpec() == null ? null : lease.getSpec().getLeaseDurationSeconds();
    return sinceNanos + Duration.ofSeconds(seconds == null ? 0 : seconds).toNanos();
  }
}
