package io.coxswain.kube.attachdetach;

import java.time.Duration;

/**
 * Options of the attach/detach controller.
 *
 * @param restoresLost whether an attachment that another client removed is restored; the opposite
 *     of {@code --disable-attach-detach-reconcile-sync}
 * @param restorePeriod {@code --attach-detach-reconcile-sync-period}: the least time between two
 *     such restorations of a volume
 * @param forcesDetach whether a volume is detached from a node that is not ready after 6 minutes;
 *     the opposite of {@code --disable-force-detach-on-timeout}
 */
public record AttachDetachOptions(
    boolean restoresLost, Duration restorePeriod, boolean forcesDetach) {
  /** How long a node may take to unmount a volume. */
  static final Duration MAX_UNMOUNT = Duration.ofMinutes(6);

  /** How long an attacher may take before events of the pods report it. */
  static final Duration MAX_ATTACH = Duration.ofMinutes(2);

  public static AttachDetachOptions byDefault() {
    return new AttachDetachOptions(true, Duration.ofMinutes(1), true);
  }
}
