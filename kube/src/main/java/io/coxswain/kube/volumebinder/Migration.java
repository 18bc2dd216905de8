package io.coxswain.kube.volumebinder;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/** Says on an object which CSI driver does the work of the built-in plugin that it names. */
final class Migration {
  private Migration() {}

  /** Marks the object itself, not the server's copy. */
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
