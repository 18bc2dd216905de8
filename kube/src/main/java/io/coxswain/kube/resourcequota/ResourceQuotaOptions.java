package io.coxswain.kube.resourcequota;

import java.time.Duration;

/**
 * What flags decide.
 *
 * @param workers {@code --concurrent-resource-quota-syncs}
 * @param syncPeriod {@code --resource-quota-sync-period}: everything is counted again this often;
 *     zero for never
 */
public record ResourceQuotaOptions(int workers, Duration syncPeriod) {

  public static ResourceQuotaOptions byDefault() {
    return new ResourceQuotaOptions(5, Duration.ofMinutes(5));
  }
}
