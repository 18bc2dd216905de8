package io.coxswain.kube.resourcequota;

import java.time.Duration;

/**
 * Options of the ResourceQuota controller.
 *
 * @param workers {@code --concurrent-resource-quota-syncs}
 * @param syncPeriod {@code --resource-quota-sync-period}: interval of full recalculations; zero
 *     disables them
 */
public record ResourceQuotaOptions(int workers, Duration syncPeriod) {

  public static ResourceQuotaOptions byDefault() {
    return new ResourceQuotaOptions(5, Duration.ofMinutes(5));
  }
}
