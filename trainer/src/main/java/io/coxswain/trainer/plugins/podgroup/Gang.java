package io.coxswain.trainer.plugins.podgroup;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Quantities;
import io.coxswain.api.quota.Amounts;
import io.coxswain.api.quota.PodAmounts;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All pods of a job and the sum of their requests. */
record Gang(int members, SortedMap<String, Quantity> resources) {

  static Gang of(RuntimeInfo info) {
    int members = 0;
    Amounts all = Amounts.none();
    for (PodSet pods : info.podSets()) {
      members += pods.count();
      Amounts each = PodAmounts.ofSpec(Json.tree((Object) pods.podSpec()), "requests");
      each.add(Amounts.of(Json.tree((Object) pods.podSpec()).path("overhead")));
      all.add(times(each, pods.count()));
    }
    var resources = new TreeMap<String, Quantity>();
    all.byName().forEach((name, quantity) -> resources.put(name, Quantity.parse(quantity)));
    return new Gang(members, resources);
  }

  private static Amounts times(Amounts each, int count) {
    Amounts all = Amounts.none();
    each.byName().forEach((name, quantity) -> all.set(name, Quantities.multiply(quantity, count)));
    return all;
  }

  /** Whether to write the PodGroup now. */
  static <T extends HasMetadata> boolean isToBeBuilt(Class<T> type, TrainJob job, Children seen) {
    Optional<T> there = seen.find(type, ObjectKey.of(job));
    if (there.isPresent() && !Owners.isControlledBy(there.get(), job)) {
      throw new BuildException(
          "PodGroup \"%s\" exists but is owned by another object"
              .formatted(job.getMetadata().getName()));
    }
    return there.isEmpty() || Boolean.TRUE.equals(job.getSpec().getSuspend());
  }

  static ObjectMeta metadata(TrainJob job) {
    return new ObjectMetaBuilder()
        .withNamespace(job.getMetadata().getNamespace())
        .withName(job.getMetadata().getName())
        .withOwnerReferences(Owners.controlledBy(job))
        .build();
  }
}
