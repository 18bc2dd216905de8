package io.coxswain.kube.ephemeralvolume;

/**
 * What the flags of the ephemeral volume controller say.
 *
 * @param workers {@code --concurrent-ephemeralvolume-syncs}
 */
public record EphemeralVolumeOptions(int workers) {

  public static EphemeralVolumeOptions byDefault() {
    return new EphemeralVolumeOptions(5);
  }
}
