package io.coxswain.trainer.framework;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.trainer.TrainJob;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Optional;

/** The objects of a job as they were when this pass read them. */
public record Children(List<HasMetadata> objects) {

  public Children {
    objects = List.copyOf(objects);
  }

  public static Children none() {
    return new Children(List.of());
  }

  public static Children of(HasMetadata... objects) {
    return new Children(List.of(objects));
  }

  public <T extends HasMetadata> Optional<T> find(Class<T> type, ObjectKey key) {
    return objects.stream()
        .filter(o -> type.isInstance(o) && ObjectKey.of(o).equals(key))
        .map(type::cast)
        .findFirst();
  }

  /**
   * Whether the object's controlling owner is this very job, not one of the same name before it.
   */
  public static boolean isControlledBy(HasMetadata object, TrainJob job) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(
            o ->
                Boolean.TRUE.equals(o.getController())
                    && o.getUid().equals(job.getMetadata().getUid()));
  }

  /** The owner reference that every object built for the job carries. */
  public static OwnerReference ownedBy(TrainJob job) {
    ResourceType type = ResourceType.of(TrainJob.class);
    var owner = new OwnerReference();
    owner.setApiVersion(type.apiVersion());
    owner.setKind(type.kind());
    owner.setName(job.getMetadata().getName());
    owner.setUid(job.getMetadata().getUid());
    owner.setController(true);
    owner.setBlockOwnerDeletion(true);
    return owner;
  }
}
