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
   * Builds the given controllers that are enabled, the special one first.
   *
   * @throws HostException if one of them cannot be built, which stops the program
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
        skip(name);
        return;
      }
    }
    if (descriptor.cloud()) {
      log.atInfo().addKeyValue("controller", name).log("Skipping a cloud provider controller");
      skip(name);
      return;
    }
    for (var kind : descriptor.kinds()) {
      if (!context.availableResources().contains(kind)) {
        log.atInfo()
            .addKeyValue("controller", name)
            .addKeyValue("resource", kind)
            .log("Skipping a controller whose resource is not served by the API server");
        return;
      }
    }
    try {
      Optional<BuiltController> controller = descriptor.constructor().build(context);
      if (controller.isEmpty()) {
        skip(name);
        return;
      }
      built.put(name, controller.get());
    } catch (ApiException e) {
      log.atError()
          .addKeyValue("controller", name)
          .addKeyValue("err", e.getMessage())
          .log("Error initializing a controller");
      throw new HostException("error building controller " + name + ": " + e.getMessage(), e);
    }
  }

  private static void skip(String name) {
    log.atInfo().addKeyValue("controller", name).log("Warning: skipping controller");
  }

  /**
   * The special controller can be disabled by name, as before v1.35, but need not be named to be
   * enabled.
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

  /** All names, sorted. */
  public List<String> names() {
    return List.copyOf(built.keySet());
  }

  /** One health check for each controller. */
  public SortedMap<String, Check> checks() {
    var checks = new TreeMap<String, Check>();
    built.keySet().forEach(name -> checks.put(name, Check.PING));
    return checks;
  }

  /** One check for each controller that fails until it is ready. */
  public SortedMap<String, Check> readiness() {
    var checks = new TreeMap<String, Check>();
    built.forEach(
        (name, each) ->
            checks.put(
                name,
                () -> {
                  if (!each.view().isWorking()) {
                    throw new IllegalStateException(name + " is waiting for its caches to sync");
                  }
                }));
    return checks;
  }

  /** For each controller, whether its caches are synced and its workers run. */
  public SortedMap<String, Boolean> working() {
    var working = new TreeMap<String, Boolean>();
    built.forEach((name, each) -> working.put(name, each.view().isWorking()));
    return Collections.unmodifiableSortedMap(working);
  }

  /** The handlers below {@code /debug/controllers/<name>}, by name. */
  public Map<String, Endpoint> debugHandlers() {
    var handlers = new TreeMap<String, Endpoint>();
    built.forEach((name, each) -> each.debug().ifPresent(d -> handlers.put(name, d)));
    return handlers;
  }
}
