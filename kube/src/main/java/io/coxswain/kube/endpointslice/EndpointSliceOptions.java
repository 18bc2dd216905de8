package io.coxswain.kube.endpointslice;

import java.time.Duration;

/**
 * Options of the EndpointSlice controller.
 *
 * @param workers {@code --concurrent-service-endpoint-syncs}
 * @param maxEndpointsPerSlice {@code --max-endpoints-per-slice}
 * @param batchPeriod {@code --endpointslice-updates-batch-period}
 */
public record EndpointSliceOptions(int workers, int maxEndpointsPerSlice, Duration batchPeriod) {

  public static EndpointSliceOptions byDefault() {
    return new EndpointSliceOptions(5, 100, Duration.ZERO);
  }

  EndpointSliceOptions atMost(int endpoints) {
    return new EndpointSliceOptions(workers, endpoints, batchPeriod);
  }
}
