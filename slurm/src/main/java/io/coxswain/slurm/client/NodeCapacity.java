package io.coxswain.slurm.client;

import java.util.OptionalLong;

/** How much a node has and how much of it is in use; memory in MiB. Absent: Slurm did not say. */
public record NodeCapacity(
    OptionalLong cpus,
    OptionalLong allocatedCpus,
    OptionalLong idleCpus,
    OptionalLong effectiveCpus,
    OptionalLong memory,
    OptionalLong allocatedMemory,
    OptionalLong freeMemory,
    OptionalLong specializedMemory) {

  public static final NodeCapacity UNKNOWN =
      new NodeCapacity(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());
}
