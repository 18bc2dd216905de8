package io.coxswain.trainer.framework;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** The objects of a job as read in this reconcile. */
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
}
