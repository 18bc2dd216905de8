package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.kube.host.options.ControllerNames;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.Endpoint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Controllers that were built together. */
public final class ControllerSet {
  private static final Logger log = LoggerFactory.getLogger(ControllerSet.class);

  private final SortedMap<String, BuiltController> built = new TreeMap<>();

  private ControllerSet() {}

  /**
   * Builds those of the given controllers that are to run, the special one first.
   *
   * @throws HostException when one of them cannot be built: then the program cannot go on
   */
  public static ControllerSet build(
      ControllerContext context, ControllerNames names, List<Descriptor> descriptors)
      throws HostException, CancelledException {
    var set = new ControllerSet();
    for (Descriptor each : descriptors) {
      if (each.special()) {
        set.build(context, names, each);
      }
    }
    for (Descriptor each : descriptors) {
      if (!each.special()) {
        set.build(context, names, each);
      }
    }
    return set;
  }

  private void build(ControllerContext context, ControllerNames names, Descriptor descriptor)
      throws HostException, CancelledException {
    String name = descriptor.name();
    if (!isEnabled(context, names, descriptor)) {
      log.atInfo().addKeyValue("controller", name).log("Warning: controller is disabled");
      return;
    }
    for (String gate : descriptor.gates()) {
      if (!context.gates().isOn(gate)) {
        log.atInfo()
            .addKeyValue("controller", name)
            .addKeyValue("requiredFeatureGates", descriptor.gates())
            .log("Controller is disabled by a feature gate");
        return;
      }
    }
    if (descriptor.cloud()) {
      log.atInfo().addKeyValue("controller", name).log("Skipping a cloud provider controller");
      return;
    }
    Optional<Constructor> constructor = descriptor.findConstructor();
    if (constructor.isEmpty()) {
      log.atInfo()
          .addKeyValue("controller", name)
          .log("Skipping a controller that this program does not have");
      return;
    }
    for (var kind : descriptor.kinds()) {
      if (!context.availableResources().contains(kind)) {
        log.atInfo()
            .addKeyValue("controller", name)
            .addKeyValue("kind", kind)
            .log("Skipping a controller whose kind the server does not offer");
        return;
      }
    }
    try {
      Optional<BuiltController> controller = constructor.get().build(context);
      if (controller.isEmpty()) {
        log.atInfo().addKeyValue("controller", name).log("Warning: skipping controller");
        return;
      }
      built.put(name, controller.get());
      log.atInfo().addKeyValue("controller", name).log("Started controller");
    } catch (ApiException e) {
      throw new HostException("error building controller " + name + ": " + e.getMessage(), e);
    }
  }

  /**
   * Turning the special one off by name works here as it did before v1.35; but it needs not be
   * named to be on.
   */
  private static boolean isEnabled(
      ControllerContext context, ControllerNames names, Descriptor descriptor) {
    return descriptor.special()
        ? !context.enabled().contains("-" + descriptor.name())
        : names.isEnabled(descriptor.name(), context.enabled());
  }

  public boolean isEmpty() {
    return built.isEmpty();
  }

  /** The names of all, sorted. */
  public List<String> names() {
    return List.copyOf(built.keySet());
  }

  /** One check for each, named after it. */
  public SortedMap<String, Check> checks() {
    var checks = new TreeMap<String, Check>();
    built.keySet().forEach(name -> checks.put(name, Check.PING));
    return checks;
  }

  /** One check for each that fails until it works. */
  public SortedMap<String, Check> readiness() {
    var checks = new TreeMap<String, Check>();
    built.forEach(
        (name, each) ->
            checks.put(
                name,
                () -> {
                  if (!each.view().isWorking()) {
                    throw new IllegalStateException(name + " waits for its caches");
                  }
                }));
    return checks;
  }

  /** For each whether its caches are filled and its workers run. */
  public SortedMap<String, Boolean> working() {
    var working = new TreeMap<String, Boolean>();
    built.forEach((name, each) -> working.put(name, each.view().isWorking()));
    return Collections.unmodifiableSortedMap(working);
  }

  /** What answers below {@code /debug/controllers/<name>}, by name. */
  public Map<String, Endpoint> debugHandlers() {
    var handlers = new TreeMap<String, Endpoint>();
    built.forEach((name, each) -> each.debug().ifPresent(d -> handlers.put(name, d)));
    return handlers;
  }
}
