package io.coxswain.apiserver.admission;

import io.coxswain.apiserver.kinds.AdmissionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * The admission plugins in their order. Not used for reads. The plugins interested in a write are
 * determined once per resource and operation and cached.
 */
public final class AdmissionChain {
  private final List<Plugin> mutating;
  private final List<Plugin> validating;
  private final ConcurrentHashMap<Concern, List<Plugin>> mutators = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Concern, List<Plugin>> validators = new ConcurrentHashMap<>();

  private record Concern(String resource, Operation operation) {}

  /**
   * @param mutating in the order of their {@link Plugin#admit}
   * @param validating in the order of their {@link Plugin#validate}
   */
  public AdmissionChain(List<Plugin> mutating, List<Plugin> validating) {
    this.mutating = List.copyOf(mutating);
    this.validating = List.copyOf(validating);
  }

  /** Lets the plugins mutate the object. */
  public void mutate(Attributes attributes) {
    List<Plugin> plugins = interested(mutators, mutating, attributes);
    if (plugins.isEmpty()) {
      return;
    }
    run(plugins, Plugin::admit, attributes);
    if (attributes.wantsSecondRound()) {
      attributes.beginSecondRound();
      run(plugins, Plugin::admit, attributes);
    }
  }

  /** Lets the plugins reject the object. */
  public void validate(Attributes attributes) {
    run(interested(validators, validating, attributes), Plugin::validate, attributes);
  }

  private static void run(
      List<Plugin> plugins, BiConsumer<Plugin, Attributes> step, Attributes attributes) {
    for (Plugin plugin : plugins) {
      try {
        step.accept(plugin, attributes);
      } catch (AdmissionException e) {
        throw attributes.forbidden(String.valueOf(e.getMessage()));
      }
    }
  }

  private static List<Plugin> interested(
      ConcurrentHashMap<Concern, List<Plugin>> known, List<Plugin> all, Attributes attributes) {
    var concern = new Concern(attributes.request().resource(), attributes.operation());
    List<Plugin> found = known.get(concern);
    if (found == null) {
      found = new ArrayList<>();
      for (Plugin plugin : all) {
        boolean resource =
            plugin.resources().contains(Plugin.ANY)
                || plugin.resources().contains(concern.resource);
        if (resource && plugin.operations().contains(concern.operation)) {
          found.add(plugin);
        }
      }
      known.put(concern, List.copyOf(found));
    }
    return found;
  }
}
