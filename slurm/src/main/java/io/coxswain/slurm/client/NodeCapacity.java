package io.coxswain.slurm.client;

import java.util.OptionalLong;

/** The capacity of a node and its usage; memory in MiB. Absent if Slurm did not report it. */
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
