package io.coxswain.kube.ephemeralvolume;

/**
 * Options of the ephemeral volume controller.
 *
 * @param workers {@code --concurrent-ephemeralvolume-syncs}
 */
public record EphemeralVolumeOptions(int workers) {

  public static EphemeralVolumeOptions byDefault() {
    return new EphemeralVolumeOptions(5);
  }
}
