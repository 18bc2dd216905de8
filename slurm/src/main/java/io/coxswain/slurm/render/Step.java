package io.coxswain.slurm.render;

import io.coxswain.env.Entropy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Optional;

/** The action for one object. */
public sealed interface Step {
  /** For messages. */
  String name();

  /**
   * The object is kept as rendered.
   *
   * @param dependencies a change of one of them restarts the pods of the object
   * @param owner who the object goes with
   */
  record Keep(
      String name,
      Rendering<? extends HasMetadata> object,
      List<Reference> dependencies,
      Owner owner)
      implements Step {}

  /** A Secret that is made once, with fresh randomness, and taken as it is ever after. */
  record Generate(String name, String secret, Making making, Owner owner) implements Step {}

  /** The object goes, if it is its owner's. */
  record Remove(String name, Class<? extends HasMetadata> kind, String object) implements Step {}

  /** Who an object goes with. */
  enum Owner {
    CLUSTER,
    NODE_SET,
    /** It stays. */
    NOBODY
  }

  /** An object of the same namespace. */
  record Reference(Class<? extends HasMetadata> kind, String name) {}

  /** Renders an object from values, and from existing Secrets if necessary. */
  @FunctionalInterface
  interface Rendering<T extends HasMetadata> {
    /**
     * Renders the object.
     *
     * @throws io.coxswain.slurm.values.InvalidClusterException if the values do not allow it
     */
    T render(Secrets secrets);
  }

  /** The Secrets of the namespace. */
  @FunctionalInterface
  interface Secrets {
    /** For objects that need none. */
    Secrets NONE = name -> Optional.empty();

    Optional<Secret> find(String name);
  }

  /** Makes a Secret of randomness. */
  @FunctionalInterface
  interface Making {
    Secret make(Entropy entropy);
  }

  static Step keep(
      String name, Rendering<? extends HasMetadata> object, Reference... dependencies) {
    return new Keep(name, object, List.of(dependencies), Owner.CLUSTER);
  }
}
