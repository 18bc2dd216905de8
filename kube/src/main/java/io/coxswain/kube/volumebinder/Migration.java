package io.coxswain.kube.volumebinder;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/** Annotates objects with the CSI driver that replaces their in-tree plugin. */
final class Migration {
  private Migration() {}

  /** Annotates the given object only, not on the server. */
  static void mark(HasMetadata object, String provisioner) {
    Optional<String> driver = Plugins.migratedTo(provisioner);
    String marked = Annotations.of(object).getOrDefault(Annotations.MIGRATED_TO, "");
    if (driver.isPresent() && !driver.get().equals(marked)) {
      Annotations.set(object, Annotations.MIGRATED_TO, driver.get());
    } else if (driver.isEmpty() && !marked.isEmpty()) {
      Annotations.remove(object, Annotations.MIGRATED_TO);
    }
  }
}
