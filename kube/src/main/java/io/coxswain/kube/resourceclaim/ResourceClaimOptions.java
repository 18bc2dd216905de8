package io.coxswain.kube.resourceclaim;

/**
 * Feature gates of the resource claim controller.
 *
 * @param adminAccess {@code DRAAdminAccess}
 * @param prioritizedList {@code DRAPrioritizedList}
 */
public record ResourceClaimOptions(boolean adminAccess, boolean prioritizedList) {

  public static ResourceClaimOptions byDefault() {
    return new ResourceClaimOptions(true, true);
  }
}
