package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** Flags of the Endpoints and EndpointSlice controllers. */
public final class ServiceFlags {
  public final Flag<Integer> endpoints;
  public final Flag<Duration> endpointsBatch;
  public final Flag<Integer> slices;
  public final Flag<Integer> endpointsPerSlice;
  public final Flag<Duration> slicesBatch;
  public final Flag<Integer> mirrors;
  public final Flag<Integer> endpointsPerSubset;
  public final Flag<Duration> mirrorsBatch;

  ServiceFlags(FlagSets sets) {
    var classic = sets.set("endpoints-controller");
    endpoints =
        classic.int32("concurrent-endpoint-syncs", 5, "Number of Endpoints to sync concurrently.");
    endpointsBatch =
        classic.duration(
            "endpoint-updates-batch-period",
            "0s",
            "Period in which pod changes are batched into one update.");
    var sliced = sets.set("endpointslice-controller");
    slices =
        sliced.int32(
            "concurrent-service-endpoint-syncs",
            5,
            "Number of services to sync concurrently, from 1 to 50.");
    endpointsPerSlice =
        sliced.int32(
            "max-endpoints-per-slice",
            100,
            "Maximum number of endpoints in an EndpointSlice, from 1 to 1000.");
    slicesBatch =
        sliced.duration(
            "endpointslice-updates-batch-period",
            "0s",
            "Period in which pod changes are batched into one update.");
    var mirrored = sets.set("endpointslice-mirroring-controller");
    mirrors =
        mirrored.int32(
            "mirroring-concurrent-service-endpoint-syncs",
            5,
            "Number of Endpoints to mirror concurrently, from 1 to 50.");
    endpointsPerSubset =
        mirrored.int32(
            "mirroring-max-endpoints-per-subset",
            1000,
            "Maximum number of endpoints mirrored from a subset, from 1 to 1000.");
    mirrorsBatch =
        mirrored.duration(
            "mirroring-endpointslice-updates-batch-period",
            "0s",
            "Period in which changes of Endpoints are batched into one update.");
  }

  void check(Problems problems) {
    problems.within(slices, "concurrent-service-endpoint-syncs", 1, 50);
    problems.within(endpointsPerSlice, "max-endpoints-per-slice", 1, 1000);
    problems.within(mirrors, "mirroring-concurrent-service-endpoint-syncs", 1, 50);
    problems.within(endpointsPerSubset, "mirroring-max-endpoints-per-subset", 1, 1000);
  }
}
