package io.coxswain.cli.deploy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The file {@code role.yaml} of a program: a ClusterRole for what it does everywhere, a Role for
 * what it does in its own namespace, and their bindings.
 *
 * @param account the service account it runs as
 */
record RoleFile(String name, String home, String account) {

  List<ObjectNode> objects(SortedSet<Right> rights) {
    var everywhere = new TreeSet<Right>();
    var atHome = new TreeSet<Right>();
    rights.forEach(right -> (right.namespace().isEmpty() ? everywhere : atHome).add(right));
    var objects = new ArrayList<ObjectNode>();
    objects.add(role("ClusterRole", "", everywhere));
    objects.add(binding("ClusterRoleBinding", "ClusterRole", ""));
    if (!atHome.isEmpty()) {
      objects.add(role("Role", home, atHome));
      objects.add(binding("RoleBinding", "Role", home));
    }
    return objects;
  }

  String text(SortedSet<Right> rights) {
    var text =
        new StringBuilder(
            "# Written by RolesScenarioTest from what the program was seen to ask for.\n");
    for (ObjectNode object : objects(rights)) {
      text.append(Json.yaml(object).startsWith("---") ? "" : "---\n").append(Json.yaml(object));
    }
    return text.toString();
  }

  private ObjectNode object(String kind, String namespace) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("apiVersion", "rbac.authorization.k8s.io/v1").put("kind", kind);
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return object;
  }

  /** Resources of one group with the same verbs share a rule. */
  private ObjectNode role(String kind, String namespace, SortedSet<Right> rights) {
    ObjectNode role = object(kind, namespace);
    SortedMap<String, SortedMap<String, SortedSet<String>>> verbs = new TreeMap<>();
    for (Right right : rights) {
      verbs
          .computeIfAbsent(right.group(), _ -> new TreeMap<>())
          .computeIfAbsent(right.resource(), _ -> new TreeSet<>())
          .add(right.verb());
    }
    ArrayNode rules = role.putArray("rules");
    verbs.forEach((group, resources) -> rules(group, resources, rules));
    return role;
  }

  private static void rules(
      String group, SortedMap<String, SortedSet<String>> resources, ArrayNode rules) {
    SortedMap<String, List<String>> byVerbs = new TreeMap<>();
    for (Map.Entry<String, SortedSet<String>> entry : resources.entrySet()) {
      byVerbs
          .computeIfAbsent(String.join(" ", entry.getValue()), _ -> new ArrayList<>())
          .add(entry.getKey());
    }
    byVerbs.forEach(
        (verbs, names) -> {
          ObjectNode rule = rules.addObject();
          rule.putArray("apiGroups").add(group);
          names.forEach(rule.putArray("resources")::add);
          List.of(verbs.split(" ")).forEach(rule.putArray("verbs")::add);
        });
  }

  private ObjectNode binding(String kind, String role, String namespace) {
    ObjectNode binding = object(kind, namespace);
    binding
        .putObject("roleRef")
        .put("apiGroup", "rbac.authorization.k8s.io")
        .put("kind", role)
        .put("name", name);
    binding
        .putArray("subjects")
        .addObject()
        .put("kind", "ServiceAccount")
        .put("name", account)
        .put("namespace", home);
    return binding;
  }
}
