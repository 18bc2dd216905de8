package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Conversions between the versions of kinds: all versions of a kind are spokes around one version,
 * the hub, unless the kind has its own converter.
 */
final class Conversions {
  private final Map<String, Wheel<?>> wheels = new ConcurrentSkipListMap<>();
  private final Map<String, BiFunction<ObjectNode, String, ObjectNode>> own =
      new ConcurrentSkipListMap<>();

  /** The versions of one kind. */
  private static final class Wheel<H extends HasMetadata> {
    final Class<H> hub;
    final String hubVersion;
    final Map<String, Spoke<H, ?>> spokes = new ConcurrentSkipListMap<>();

    Wheel(Class<H> hub) {
      this.hub = hub;
      this.hubVersion = ResourceType.of(hub).apiVersion();
    }

    H toHub(ObjectNode source, String version) {
      return version.equals(hubVersion) ? Json.convert(source, hub) : spoke(version).toHub(source);
    }

    ObjectNode fromHub(H object, String version) {
      return version.equals(hubVersion) ? Json.tree(object) : spoke(version).fromHub(object);
    }

    private Spoke<H, ?> spoke(String version) {
      Spoke<H, ?> spoke = spokes.get(version);
      if (spoke == null) {
        throw new IllegalArgumentException(
            "no kind \""
                + ResourceType.of(hub).kind()
                + "\" is registered for version \""
                + version
                + "\"");
      }
      return spoke;
    }

    ObjectNode convert(ObjectNode source, String from, String to) {
      return fromHub(toHub(source, from), to);
    }
  }

  private record Spoke<H, S extends HasMetadata>(
      Class<S> type, Function<S, H> up, Function<H, S> down) {
    H toHub(ObjectNode source) {
      return up.apply(Json.convert(source, type));
    }

    ObjectNode fromHub(H hub) {
      return Json.tree(down.apply(hub));
    }
  }

  <H extends HasMetadata> void hub(Class<H> type) {
    if (wheels.putIfAbsent(name(ResourceType.of(type)), new Wheel<>(type)) != null) {
      throw new IllegalArgumentException(
          "multiple hub-type defined for " + name(ResourceType.of(type)));
    }
  }

  <H extends HasMetadata, S extends HasMetadata> void spoke(
      Class<H> hub, Class<S> type, Function<S, H> up, Function<H, S> down) {
    ResourceType spoke = ResourceType.of(type);
    if (!name(spoke).equals(name(ResourceType.of(hub))) || spoke.equals(ResourceType.of(hub))) {
      throw new IllegalArgumentException(spoke + " is no other version of " + ResourceType.of(hub));
    }
    @SuppressWarnings("unchecked") // stored under the name of this class
    Wheel<H> wheel = (Wheel<H>) Objects.requireNonNull(wheels.get(name(spoke)));
    if (wheel.spokes.putIfAbsent(spoke.apiVersion(), new Spoke<>(type, up, down)) != null) {
      throw new IllegalArgumentException(spoke + " is registered twice");
    }
  }

  void own(String group, String kind, BiFunction<ObjectNode, String, ObjectNode> converter) {
    if (own.putIfAbsent(kind + "." + group, converter) != null) {
      throw new IllegalArgumentException(
          "failed to register converter for " + kind + "." + group + ": it has one already");
    }
  }

  private static String name(ResourceType type) {
    return type.kind() + "." + type.group();
  }

  /**
   * @throws IllegalArgumentException if it cannot be converted
   */
  ObjectNode convert(ObjectNode source, String to) {
    String from = source.path("apiVersion").asText("");
    String kind = source.path("kind").asText("");
    String group = group(from);
    if (!group.equals(group(to))) {
      throw new IllegalArgumentException(
          "src " + from + " and dst " + to + " does not belong to same API Group");
    }
    if (from.equals(to)) {
      throw new IllegalArgumentException(
          "conversion is not allowed between same type " + from + " " + kind);
    }
    var converter = own.get(kind + "." + group);
    if (converter != null) {
      return converter.apply(source, to);
    }
    Wheel<?> wheel = wheels.get(kind + "." + group);
    if (wheel == null) {
      throw new IllegalArgumentException(
          "no kind \"" + kind + "\" is registered for version \"" + from + "\"");
    }
    return wheel.convert(source, from, to);
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
