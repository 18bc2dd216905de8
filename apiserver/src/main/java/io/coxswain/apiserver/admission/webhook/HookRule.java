package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** A rule of a webhook or a policy. */
public record HookRule(
    List<String> operations,
    List<String> groups,
    List<String> versions,
    List<String> resources,
    String scope) {
  private static final String ALL = "*";

  public static HookRule of(JsonNode rule) {
    return new HookRule(
        Meta.strings(rule.path("operations")),
        Meta.strings(rule.path("apiGroups")),
        Meta.strings(rule.path("apiVersions")),
        Meta.strings(rule.path("resources")),
        rule.path("scope").asText(ALL));
  }

  /** Whether the rule matches the operation on the resource. */
  public boolean matches(
      Operation operation, ResourceType type, String subresource, String namespace) {
    return inScope(type, namespace)
        && has(operations, operation.name())
        && has(groups, type.group())
        && has(versions, type.version())
        && resources.stream().anyMatch(resource -> covers(resource, type.plural(), subresource));
  }

  private boolean inScope(ResourceType type, String namespace) {
    boolean cluster =
        namespace.isEmpty() || (type.plural().equals("namespaces") && type.group().isEmpty());
    return switch (scope) {
      case "Namespaced" -> !cluster;
      case "Cluster" -> cluster;
      default -> scope.equals(ALL);
    };
  }

  private static boolean has(List<String> some, String one) {
    return some.contains(ALL) || some.contains(one);
  }

  private static boolean covers(String rule, String plural, String subresource) {
    String[] parts = rule.split("/", 2);
    String sub = parts.length == 2 ? parts[1] : "";
    return (parts[0].equals(ALL) || parts[0].equals(plural))
        && (sub.equals(ALL) || sub.equals(subresource));
  }
}
