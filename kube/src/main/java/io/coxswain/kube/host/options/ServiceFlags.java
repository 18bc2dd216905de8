package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** The controllers of endpoints and their slices. */
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
    endpoints = classic.int32("concurrent-endpoint-syncs", 5, "Endpoints worked on at once.");
    endpointsBatch =
        classic.duration(
            "endpoint-updates-batch-period", "0s", "How long changes of pods wait for others.");
    var sliced = sets.set("endpointslice-controller");
    slices =
        sliced.int32(
            "concurrent-service-endpoint-syncs", 5, "Services worked on at once, 1 to 50.");
    endpointsPerSlice =
        sliced.int32("max-endpoints-per-slice", 100, "Most endpoints in a slice, 1 to 1000.");
    slicesBatch =
        sliced.duration(
            "endpointslice-updates-batch-period",
            "0s",
            "How long changes of pods wait for others.");
    var mirrored = sets.set("endpointslice-mirroring-controller");
    mirrors =
        mirrored.int32(
            "mirroring-concurrent-service-endpoint-syncs",
            5,
            "Endpoints mirrored at once, 1 to 50.");
    endpointsPerSubset =
        mirrored.int32(
            "mirroring-max-endpoints-per-subset",
            1000,
            "Most endpoints taken from a subset, 1 to 1000.");
    mirrorsBatch =
        mirrored.duration(
            "mirroring-endpointslice-updates-batch-period",
            "0s",
            "How long changes of Endpoints wait for others.");
  }

  void check(Problems problems) {
    problems.within(slices, "concurrent-service-endpoint-syncs", 1, 50);
    problems.within(endpointsPerSlice, "max-endpoints-per-slice", 1, 1000);
    problems.within(mirrors, "mirroring-concurrent-service-endpoint-syncs", 1, 50);
    problems.within(endpointsPerSubset, "mirroring-max-endpoints-per-subset", 1, 1000);
  }
}
