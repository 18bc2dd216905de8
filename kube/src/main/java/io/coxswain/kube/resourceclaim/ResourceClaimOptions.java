package io.coxswain.kube.resourceclaim;

/**
 * What the feature gates of the resource claim controller say.
 *
 * @param adminAccess {@code DRAAdminAccess}
 * @param prioritizedList {@code DRAPrioritizedList}
 */
public record ResourceClaimOptions(boolean adminAccess, boolean prioritizedList) {

  public static ResourceClaimOptions byDefault() {
    return new ResourceClaimOptions(true, true);
  }
}
