package io.coxswain.kube.gc;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ownership graph in Graphviz DOT format, with an edge from each object to its owners. */
final class GraphPage {
  private final StringBuilder text = new StringBuilder("strict digraph full {\n");
  private final Map<String, Integer> numbers = new TreeMap<>();

  private GraphPage() {}

  /** The graph of these objects and of owners that have not been observed. */
  static String of(Collection<Item> items) {
    var page = new GraphPage();
    page.text.append("  // Node definitions.\n");
    items.forEach(page::node);
    for (Item item : items) {
      for (OwnerReference owner : item.owners()) {
        if (!page.numbers.containsKey(owner.getUid())) {
          page.missing(owner, item.id().key());
        }
      }
    }
    page.text.append("\n  // Edge definitions.\n");
    items.forEach(page::edges);
    return page.text.append("}\n").toString();
  }

  private void node(Item item) {
    var states = new ArrayList<String>();
    if (item.deleting()) {
      states.add("beingDeleted");
    }
    if (item.foreground()) {
      states.add("deletingDependents");
    }
    Item.Id id = item.id();
    node(
        id.uid(),
        id.type().group(),
        id.type().version(),
        id.type().kind(),
        id.key(),
        states,
        item.deleting(),
        item.foreground(),
        false);
  }

  private void missing(OwnerReference owner, ObjectKey dependent) {
    String api = owner.getApiVersion() == null ? "" : owner.getApiVersion();
    int slash = api.indexOf('/');
    node(
        owner.getUid(),
        slash < 0 ? "" : api.substring(0, slash),
        api.substring(slash + 1),
        owner.getKind(),
        dependent.sibling(owner.getName()),
        List.of("missingFromGraph"),
        false,
        false,
        true);
  }

  private void node(
      String uid,
      String group,
      String version,
      String kind,
      ObjectKey key,
      List<String> states,
      boolean deleting,
      boolean foreground,
      boolean missing) {
    int number = numbers.size();
    numbers.put(uid, number);
    String type = kind + "." + version + (group.isEmpty() ? "" : "." + group);
    String label =
        "uid="
            + uid
            + "\\nnamespace="
            + key.namespace()
            + "\\n"
            + type
            + "/"
            + key.name()
            + "\\n"
            + (states.isEmpty() ? "" : String.join(",", states) + "\\n");
    text.append("  ").append(number).append(" [\n");
    attribute("label", label);
    attribute("group", group);
    attribute("version", version);
    attribute("kind", kind);
    attribute("namespace", key.namespace());
    attribute("name", key.name());
    attribute("uid", uid);
    attribute("missing", Boolean.toString(missing));
    attribute("beingDeleted", Boolean.toString(deleting));
    attribute("deletingDependents", Boolean.toString(foreground));
    attribute("virtual", "false");
    text.append("  ];\n");
  }

  private void attribute(String name, String value) {
    text.append("    ").append(name).append("=\"").append(value.replace("\"", "\\\""));
    text.append("\"\n");
  }

  private void edges(Item item) {
    for (OwnerReference owner : item.owners()) {
      text.append("  ")
          .append(numbers.get(item.id().uid()))
          .append(" -> ")
          .append(numbers.get(owner.getUid()))
          .append(";\n");
    }
  }
}
