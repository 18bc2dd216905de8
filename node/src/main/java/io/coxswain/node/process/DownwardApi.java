package io.coxswain.node.process;

import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a container may learn about its own pod.
 *
 * @param allocatable what its node has, which is the limit of a container without one
 */
record DownwardApi(Pod pod, String podIp, String hostIp, Map<String, Quantity> allocatable) {
  private static final Pattern ENTRY =
      Pattern.compile("metadata\\.(labels|annotations)\\['([^']*)'\\]");

  String field(String path) throws NotStartableException {
    Matcher entry = ENTRY.matcher(path);
    if (entry.matches()) {
      Map<String, String> entries =
          entry.group(1).equals("labels")
              ? pod.getMetadata().getLabels()
              : pod.getMetadata().getAnnotations();
      return entries == null ? "" : entries.getOrDefault(entry.group(2), "");
    }
    return switch (path) {
      case "metadata.name" -> pod.getMetadata().getName();
      case "metadata.namespace" -> pod.getMetadata().getNamespace();
      case "metadata.uid" -> pod.getMetadata().getUid();
      case "spec.nodeName" -> orEmpty(pod.getSpec().getNodeName());
      case "spec.serviceAccountName" -> orEmpty(pod.getSpec().getServiceAccountName());
      case "status.hostIP", "status.hostIPs" -> hostIp;
      case "status.podIP", "status.podIPs" -> podIp;
      default ->
          throw NotStartableException.configuration("unsupported fieldPath: \"" + path + "\"");
    };
  }

  /** As a file has it: of labels and annotations all, a line for each. */
  String lines(String path) throws NotStartableException {
    return switch (path) {
      case "metadata.labels" -> lines(pod.getMetadata().getLabels());
      case "metadata.annotations" -> lines(pod.getMetadata().getAnnotations());
      default -> field(path);
    };
  }

  private static String lines(@Nullable Map<String, String> entries) {
    return entries == null
        ? ""
        : new TreeMap<>(entries)
            .entrySet().stream()
                .map(e -> e.getKey() + "=\"" + e.getValue().replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining("\n"));
  }

  String resource(Container container, ResourceFieldSelector selector)
      throws NotStartableException {
    String[] parts = selector.getResource().split("\\.", 2);
    if (parts.length < 2 || !(parts[0].equals("limits") || parts[0].equals("requests"))) {
      throw NotStartableException.configuration(
          "unsupported resource: \"" + selector.getResource() + "\"");
    }
    Quantity amount = amount(container, parts[0].equals("limits"), parts[1]);
    Quantity divisor = selector.getDivisor();
    BigDecimal unit = divisor == null ? BigDecimal.ONE : Quantities.value(divisor);
    return Quantities.value(amount)
        .divide(unit.signum() == 0 ? BigDecimal.ONE : unit, 0, RoundingMode.CEILING)
        .toPlainString();
  }

  private Quantity amount(Container container, boolean limit, String name) {
    var resources = container.getResources();
    Map<String, Quantity> amounts = Map.of();
    if (resources != null) {
      amounts = limit ? resources.getLimits() : resources.getRequests();
    }
    Quantity amount = amounts == null ? null : amounts.get(name);
    if (amount != null) {
      return amount;
    }
    return limit ? allocatable.getOrDefault(name, new Quantity("0")) : new Quantity("0");
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
