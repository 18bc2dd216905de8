package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.math.BigDecimal;
import java.util.List;

/** The rules for names of resources and their quantities. */
public final class ResourceNames {
  private static final List<String> COUNTED =
      List.of(
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");
  private static final List<String> MEASURED =
      List.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.ephemeral-storage",
          "requests.storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage");
  private static final List<String> OF_CONTAINERS = List.of("cpu", "memory", "ephemeral-storage");

  private ResourceNames() {}

  static boolean isStandardForQuota(String name) {
    return COUNTED.contains(name) || MEASURED.contains(name) || isHugePages(name);
  }

  private static boolean isHugePages(String name) {
    return name.startsWith("hugepages-") || name.startsWith("requests.hugepages-");
  }

  private static boolean isNative(String name) {
    return !name.contains("/") || name.contains("kubernetes.io/");
  }

  private static boolean isExtended(String name) {
    return !isNative(name)
        && !name.startsWith("requests.")
        && Formats.qualifiedName("requests." + name).isEmpty();
  }

  /** Any resource. */
  static boolean check(Field entry) {
    Field name = entry.with(entry.key());
    List<String> problems = Formats.qualifiedName(entry.key());
    problems.forEach(name::invalid);
    if (problems.isEmpty()
        && !entry.key().contains("/")
        && !isStandardForQuota(entry.key())
        && !entry.key().equals("storage")) {
      name.invalid("must be a standard resource type or fully qualified");
    }
    return problems.isEmpty();
  }

  static void checkForQuota(Field entry) {
    check(entry);
    if (!entry.key().contains("/") && !isStandardForQuota(entry.key())) {
      entry.with(entry.key()).invalid("must be a standard resource for quota");
    }
  }

  static void checkForContainer(Field entry) {
    check(entry);
    String key = entry.key();
    if (!key.contains("/")) {
      if (!OF_CONTAINERS.contains(key) && !key.startsWith("hugepages-")) {
        entry.with(key).invalid("must be a standard resource for containers");
      }
    } else if (!isNative(key) && !isExtended(key)) {
      entry.with(key).invalid("doesn't follow extended resource name standard");
    }
  }

  /** Not negative, and an integer if the resource is countable. */
  public static void checkQuantity(Field entry, String name) {
    BigDecimal value = Quantities.value(entry.text());
    if (value.signum() < 0) {
      entry.invalid(TextNode.valueOf(entry.text()), "must be greater than or equal to 0");
    }
    boolean counted = COUNTED.contains(name) || isExtended(name);
    if (counted && !Quantities.isInteger(value)) {
      entry.invalid(TextNode.valueOf(entry.text()), "must be an integer");
    }
  }
}
