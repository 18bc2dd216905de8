package io.coxswain.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;

/**
 * A RoleBinding, or a ClusterRoleBinding if its namespace is empty.
 *
 * @param order its position among those of its kind
 */
record Binding(
    int order,
    String namespace,
    String name,
    String roleKind,
    String roleName,
    List<Subject> subjects) {

  /**
   * A subject of a binding.
   *
   * @param key by which users are looked up
   * @param shown in reasons
   */
  record Subject(String key, String shown) {}

  static String userKey(String name) {
    return "User/" + name;
  }

  static String groupKey(String name) {
    return "Group/" + name;
  }

  static Binding of(Stored stored, int order) {
    JsonNode tree = stored.tree();
    String namespace = stored.key().namespace();
    var subjects = new ArrayList<Subject>();
    for (JsonNode subject : tree.path("subjects")) {
      subjects.add(subject(subject, namespace));
    }
    return new Binding(
        order,
        namespace,
        stored.key().name(),
        Meta.text(tree, "/roleRef/kind"),
        Meta.text(tree, "/roleRef/name"),
        List.copyOf(subjects));
  }

  Binding at(int place) {
    return place == order
        ? this
        : new Binding(place, namespace, name, roleKind, roleName, subjects);
  }

  private static Subject subject(JsonNode subject, String bindingNamespace) {
    String kind = Meta.text(subject, "/kind");
    String name = Meta.text(subject, "/name");
    if (!kind.equals("ServiceAccount")) {
      return new Subject(kind + "/" + name, kind + " " + GoQuote.of(name));
    }
    String own = Meta.text(subject, "/namespace");
    String namespace = own.isEmpty() ? bindingNamespace : own;
    return new Subject(
        namespace.isEmpty() ? "" : userKey("system:serviceaccount:" + namespace + ":" + name),
        kind + " " + GoQuote.of(name + "/" + namespace));
  }

  /** The form in the reason of a decision. */
  String describe(Subject subject) {
    boolean local = !namespace.isEmpty();
    return (local ? "RoleBinding " : "ClusterRoleBinding ")
        + GoQuote.of(local ? name + "/" + namespace : name)
        + " of "
        + roleKind
        + " "
        + GoQuote.of(roleName)
        + " to "
        + subject.shown;
  }
}
