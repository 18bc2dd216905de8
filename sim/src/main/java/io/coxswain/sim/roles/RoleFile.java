package io.coxswain.sim.roles;

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
 * The permissions of a program as a file: a ClusterRole for all namespaces, a Role for its own
 * namespace, and their bindings.
 *
 * @param account the service account of the program
 */
public record RoleFile(String name, String home, String account) {

  public List<ObjectNode> objects(SortedSet<Right> rights) {
    var everywhere = new TreeSet<Right>();
    var atHome = new TreeSet<Right>();
    rights.forEach(right -> (right.namespace().isEmpty() ? everywhere : atHome).add(right));
    var objects = new ArrayList<ObjectNode>();
    if (!everywhere.isEmpty()) {
      objects.add(role("ClusterRole", "", everywhere));
      objects.add(binding("ClusterRoleBinding", "ClusterRole", ""));
    }
    if (!atHome.isEmpty()) {
      objects.add(role("Role", home, atHome));
      objects.add(binding("RoleBinding", "Role", home));
    }
    return objects;
  }

  public String text(SortedSet<Right> rights) {
    var text =
        new StringBuilder("# Written by a test from what the program was seen to ask for.\n");
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

  /**
   * Resources of one group with the same verbs share a rule, unless they are limited to one object.
   */
  private ObjectNode role(String kind, String namespace, SortedSet<Right> rights) {
    ObjectNode role = object(kind, namespace);
    SortedMap<String, SortedMap<String, SortedSet<String>>> verbs = new TreeMap<>();
    for (Right right : rights) {
      verbs
          .computeIfAbsent(right.group(), _ -> new TreeMap<>())
          .computeIfAbsent(right.resource() + " " + right.name(), _ -> new TreeSet<>())
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
      String[] resource = entry.getKey().split(" ", 2);
      String verbs = String.join(" ", entry.getValue());
      byVerbs.computeIfAbsent(verbs + "\n" + resource[1], _ -> new ArrayList<>()).add(resource[0]);
    }
    byVerbs.forEach(
        (key, names) -> {
          String[] words = key.split("\n", 2);
          ObjectNode rule = rules.addObject();
          rule.putArray("apiGroups").add(group);
          names.forEach(rule.putArray("resources")::add);
          if (!words[1].isEmpty()) {
            rule.putArray("resourceNames").add(words[1]);
          }
          List.of(words[0].split(" ")).forEach(rule.putArray("verbs")::add);
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
