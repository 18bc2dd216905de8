package io.coxswain.kube.host.controllers;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a controller.
 *
 * @param aliases former names
 * @param gates features that must all be enabled
 * @param kinds kinds that the API server must serve
 * @param offByDefault whether {@code *} excludes it
 * @param cloud whether it is a cloud provider controller, which this program never runs
 * @param special whether it is built before the others
 * @param constructor builds it; builds nothing for a cloud provider controller
 * @param registration adds it to a manager with its defaults; null for a controller that needs
 *     more, such as a key
 */
public record Descriptor(
    String name,
    List<String> aliases,
    List<String> gates,
    List<ResourceType> kinds,
    boolean offByDefault,
    boolean cloud,
    boolean special,
    Constructor constructor,
    @Nullable Consumer<Manager> registration) {

  /** Adds it to a manager with its defaults. */
  public Optional<Consumer<Manager>> findRegistration() {
    return Optional.ofNullable(registration);
  }

  static Draft named(String name) {
    return new Draft(name);
  }

  /** A builder of descriptors. */
  static final class Draft {
    private final String name;
    private final List<String> aliases = new ArrayList<>();
    private final List<String> gates = new ArrayList<>();
    private final List<ResourceType> kinds = new ArrayList<>();
    private boolean offByDefault;
    private boolean special;

    private Draft(String name) {
      this.name = name;
    }

    Draft alias(String alias) {
      aliases.add(alias);
      return this;
    }

    Draft gate(String gate) {
      gates.add(gate);
      return this;
    }

    Draft needs(Class<? extends HasMetadata> kind) {
      kinds.add(ResourceType.of(kind));
      return this;
    }

    Draft offByDefault() {
      offByDefault = true;
      return this;
    }

    Draft special() {
      special = true;
      return this;
    }

    /** A controller that requires flags. */
    Descriptor by(Constructor constructor) {
      return descriptor(false, constructor, null);
    }

    Descriptor by(Constructor constructor, Consumer<Manager> registration) {
      return descriptor(false, constructor, registration);
    }

    /** A controller that is only known by name. */
    Descriptor cloud() {
      return descriptor(true, context -> Optional.empty(), null);
    }

    private Descriptor descriptor(
        boolean cloud, Constructor constructor, @Nullable Consumer<Manager> registration) {
      return new Descriptor(
          name,
          List.copyOf(aliases),
          List.copyOf(gates),
          List.copyOf(kinds),
          offByDefault,
          cloud,
          special,
          constructor,
          registration);
    }
  }
}
