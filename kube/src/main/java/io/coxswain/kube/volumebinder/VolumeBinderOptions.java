package io.coxswain.kube.volumebinder;

import java.time.Duration;

/**
 * Options of the volume binder.
 *
 * @param syncPeriod {@code --pvclaimbinder-sync-period}
 * @param dynamicProvisioning {@code --enable-dynamic-provisioning}
 * @param hostPathProvisioner {@code --enable-hostpath-provisioner}: creates directories on the host
 *     of this program
 */
public record VolumeBinderOptions(
    Duration syncPeriod, boolean dynamicProvisioning, boolean hostPathProvisioner) {

  public static VolumeBinderOptions byDefault() {
    return new VolumeBinderOptions(Duration.ofSeconds(15), true, false);
  }

  public VolumeBinderOptions withHostPathProvisioner() {
    return new VolumeBinderOptions(syncPeriod, dynamicProvisioning, true);
  }
}
