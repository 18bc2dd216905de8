package io.coxswain.kube.endpointslicemirroring;

import java.time.Duration;

/**
 * Options of the EndpointSlice mirroring controller.
 *
 * @param workers {@code --mirroring-concurrent-service-endpoint-syncs}
 * @param maxEndpointsPerSubset {@code --mirroring-max-endpoints-per-subset}
 * @param batchPeriod {@code --mirroring-endpointslice-updates-batch-period}
 */
public record MirroringOptions(int workers, int maxEndpointsPerSubset, Duration batchPeriod) {

  public static MirroringOptions byDefault() {
    return new MirroringOptions(5, 1000, Duration.ZERO);
  }
}
