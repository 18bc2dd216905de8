package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects that pods restart for. */
final class References {
  private References() {}

  static Step.Reference secret(String name) {
    return new Step.Reference(Secret.class, name);
  }

  static Step.Reference configMap(String name) {
    return new Step.Reference(ConfigMap.class, name);
  }

  static Step.Reference slurmConfigs(Names names) {
    return configMap(names.slurmConfigs());
  }

  /** Adds the Secret if one is named. */
  static void secret(List<Step.Reference> into, @Nullable String name) {
    if (!text(name).isEmpty()) {
      into.add(secret(text(name)));
    }
  }
}
