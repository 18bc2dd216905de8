package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.time.Duration;

/** Leader election flags. */
public final class ElectionFlags {
  private static final double JITTER = 1.2;

  public final Flag<Boolean> elect;
  public final Flag<Duration> lease;
  public final Flag<Duration> renewDeadline;
  public final Flag<Duration> retryPeriod;
  public final Flag<String> resourceLock;
  public final Flag<String> resourceName;
  public final Flag<String> resourceNamespace;

  ElectionFlags(FlagSet set) {
    elect =
        set.bool(
            "leader-elect",
            true,
            "Elect a leader: run controllers only while holding the lease, so that other replicas"
                + " can stand by.");
    lease =
        set.duration(
            "leader-elect-lease-duration",
            "15s",
            "Time that candidates wait after the leader's last renewal before they take over.");
    renewDeadline =
        set.duration(
            "leader-elect-renew-deadline",
            "10s",
            "Time that the leader retries a renewal before it stops leading. Must be less than the"
                + " lease duration.");
    retryPeriod =
        set.duration(
            "leader-elect-retry-period",
            "2s",
            "Time between two attempts to acquire or renew the lease.");
    resourceLock =
        set.string(
            "leader-elect-resource-lock",
            "leases",
            "Resource type of the lock. Supported: 'leases'.");
    resourceName =
        set.string("leader-elect-resource-name", "kube-controller-manager", "Name of the lease.");
    resourceNamespace =
        set.string("leader-elect-resource-namespace", "kube-system", "Namespace of the lease.");
  }

  void check(Problems problems) {
    if (!elect.get()) {
      return;
    }
    problems.unless(resourceLock.get().equals("leases"), "resourceLock value must be \"leases\"");
    problems.unless(positive(lease), "leaseDuration must be greater than zero");
    problems.unless(positive(renewDeadline), "renewDeadline must be greater than zero");
    problems.unless(positive(retryPeriod), "retryPeriod must be greater than zero");
    problems.unless(
        lease.get().compareTo(renewDeadline.get()) > 0,
        "leaseDuration must be greater than renewDeadline");
    problems.unless(
        renewDeadline.get().toNanos() > retryPeriod.get().toNanos() * JITTER,
        "renewDeadline must be greater than retryPeriod*JitterFactor");
    problems.unless(!resourceName.get().isEmpty(), "resourceName: Required value");
    problems.unless(!resourceNamespace.get().isEmpty(), "resourceNamespace: Required value");
  }

  private static boolean positive(Flag<Duration> flag) {
    return flag.get().isPositive();
  }
}
