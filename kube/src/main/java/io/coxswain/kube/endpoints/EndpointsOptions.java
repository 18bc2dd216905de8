package io.coxswain.kube.endpoints;

import java.time.Duration;

/**
 * Options of the Endpoints controller.
 *
 * @param workers {@code --concurrent-endpoint-syncs}
 * @param batchPeriod {@code --endpoint-updates-batch-period}
 */
public record EndpointsOptions(int workers, Duration batchPeriod) {

  public static EndpointsOptions byDefault() {
    return new EndpointsOptions(5, Duration.ZERO);
  }
}
