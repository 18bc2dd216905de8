package io.coxswain.kube.volumebinder;

import java.time.Duration;

/**
 * What the flags of the volume binder say.
 *
 * @param syncPeriod {@code --pvclaimbinder-sync-period}
 * @param dynamicProvisioning {@code --enable-dynamic-provisioning}
 * @param hostPathProvisioner {@code --enable-hostpath-provisioner}: makes directories on the
 *     machine that this program runs on
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
