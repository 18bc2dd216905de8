package io.coxswain.trainer.framework;

import io.coxswain.api.Quantities;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.WellKnown;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resources of each training node that determine its number of processes. A request counts
 * before a limit.
 */
public record NodeResources(int gpus, int cpus) {

  /**
   * The resources of the job if it specifies any, else those of the runtime. The job's stand alone
   * here, though the container gets both merged: upstream counts so (its PR 3974 would change it).
   */
  public static NodeResources of(RuntimeInfo info, TrainJob job) {
    Trainer trainer = job.getSpec().getTrainer();
    if (trainer != null && trainer.getResourcesPerNode() != null) {
      return of(trainer.getResourcesPerNode());
    }
    return info.podSets().stream()
        .filter(p -> p.name().equals(WellKnown.NODE) || p.is(WellKnown.ANCESTOR_TRAINER))
        .flatMap(p -> p.container(WellKnown.NODE).stream())
        .findFirst()
        .map(Container::getResources)
        .map(NodeResources::of)
        .orElse(new NodeResources(0, 0));
  }

  static NodeResources of(ResourceRequirements resources) {
    int gpus = gpus(resources.getRequests());
    int cpus = cpus(resources.getRequests());
    return new NodeResources(
        gpus != 0 ? gpus : gpus(resources.getLimits()),
        cpus != 0 ? cpus : cpus(resources.getLimits()));
  }

  /** By the first name, in their order, that has "gpu" in it. */
  private static int gpus(@Nullable Map<String, Quantity> list) {
    return list == null
        ? 0
        : new TreeMap<>(list)
            .entrySet().stream()
                .filter(e -> e.getKey().toLowerCase(Locale.ROOT).contains("gpu"))
                .findFirst()
                .map(e -> roundedUp(e.getValue()))
                .orElse(0);
  }

  private static int cpus(@Nullable Map<String, Quantity> list) {
    return list == null
        ? 0
        : Optional.ofNullable(list.get("cpu")).map(NodeResources::roundedUp).orElse(0);
  }

  private static int roundedUp(Quantity quantity) {
    BigDecimal amount = Quantities.value(quantity);
    return amount.setScale(0, RoundingMode.CEILING).intValue();
  }
}
