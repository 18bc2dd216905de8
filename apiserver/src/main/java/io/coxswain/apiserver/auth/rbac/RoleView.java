package io.coxswain.apiserver.auth.rbac;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The roles and bindings of one state of the store, indexed: bindings by subject, the rules of a
 * role when first needed.
 */
final class RoleView {
  static final String CLUSTER_ROLES = "clusterroles.rbac.authorization.k8s.io";
  static final String CLUSTER_BINDINGS = "clusterrolebindings.rbac.authorization.k8s.io";
  static final String ROLES = "roles.rbac.authorization.k8s.io";
  static final String BINDINGS = "rolebindings.rbac.authorization.k8s.io";

  private final SortedTree<ObjectKey, Stored> clusterRoles;
  private final SortedTree<ObjectKey, Stored> roles;
  private final SortedTree<ObjectKey, Stored> clusterBindingObjects;
  private final SortedTree<ObjectKey, Stored> bindingObjects;
  private final BindingIndex clusterBindings;
  private final BindingIndex bindings;

  /** Rules by the revision of their role, which is unique. */
  private final Map<Long, List<Rule>> rules = new ConcurrentHashMap<>();

  private RoleView(Snapshot snapshot, BindingIndex clusterBindings, BindingIndex bindings) {
    this.clusterRoles = snapshot.collection(CLUSTER_ROLES);
    this.roles = snapshot.collection(ROLES);
    this.clusterBindingObjects = snapshot.collection(CLUSTER_BINDINGS);
    this.bindingObjects = snapshot.collection(BINDINGS);
    this.clusterBindings = clusterBindings;
    this.bindings = bindings;
  }

  /** A view of the snapshot that reuses the unchanged parts of an older one. */
  static RoleView of(Snapshot snapshot, @Nullable RoleView known) {
    if (known == null) {
      return new RoleView(
          snapshot,
          BindingIndex.of(snapshot.collection(CLUSTER_BINDINGS), null),
          BindingIndex.of(snapshot.collection(BINDINGS), null));
    }
    boolean sameCluster = known.clusterBindingObjects == snapshot.collection(CLUSTER_BINDINGS);
    boolean sameLocal = known.bindingObjects == snapshot.collection(BINDINGS);
    boolean sameRoles =
        known.clusterRoles == snapshot.collection(CLUSTER_ROLES)
            && known.roles == snapshot.collection(ROLES);
    if (sameCluster && sameLocal && sameRoles) {
      return known;
    }
    var view =
        new RoleView(
            snapshot,
            sameCluster
                ? known.clusterBindings
                : BindingIndex.of(snapshot.collection(CLUSTER_BINDINGS), known.clusterBindings),
            sameLocal
                ? known.bindings
                : BindingIndex.of(snapshot.collection(BINDINGS), known.bindings));
    if (sameRoles) {
      view.rules.putAll(known.rules);
    }
    return view;
  }

  /** Visits the rules of one binding; returns whether to continue. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param rules null if the binding names a role that does not exist
     */
    boolean visit(Binding binding, Binding.Subject subject, @Nullable List<Rule> rules);
  }

  /** Visits all rules that apply to the user in the namespace, cluster-wide ones first. */
  void visit(User user, String namespace, Visitor visitor) {
    for (var bound : clusterBindings.of(user, "").values()) {
      if (!visit(bound, visitor)) {
        return;
      }
    }
    if (namespace.isEmpty()) {
      return;
    }
    for (var bound : bindings.of(user, namespace).values()) {
      if (!visit(bound, visitor)) {
        return;
      }
    }
  }

  private boolean visit(BindingIndex.Bound bound, Visitor visitor) {
    Binding binding = bound.binding();
    return visitor.visit(
        binding,
        binding.subjects().get(bound.subject()),
        rules(binding.roleKind(), binding.namespace(), binding.roleName()));
  }

  /** The rules of a role; null if it does not exist. */
  @Nullable List<Rule> rules(String kind, String namespace, String name) {
    Stored role =
        kind.equals("Role")
            ? roles.get(ObjectKey.of(namespace, name))
            : clusterRoles.get(ObjectKey.of(name));
    return role == null
        ? null
        : rules.computeIfAbsent(role.revision(), r -> Rule.of(role.tree().path("rules")));
  }

  /** Bindings by the keys of their subjects. */
  private record BindingIndex(
      Map<Long, Binding> byRevision, Map<String, Map<String, List<Bound>>> byNamespaceAndSubject) {

    /** A binding and the index of the matching subject. */
    record Bound(Binding binding, int subject) {}

    static BindingIndex of(SortedTree<ObjectKey, Stored> objects, @Nullable BindingIndex known) {
      var index = new BindingIndex(new HashMap<>(), new HashMap<>());
      int order = 0;
      for (Stored object : objects.values()) {
        Binding old = known == null ? null : known.byRevision.get(object.revision());
        index.add(object.revision(), old == null ? Binding.of(object, order) : old.at(order));
        order++;
      }
      return index;
    }

    private void add(long revision, Binding binding) {
      byRevision.put(revision, binding);
      var bySubject =
          byNamespaceAndSubject.computeIfAbsent(binding.namespace(), n -> new HashMap<>());
      for (int i = 0; i < binding.subjects().size(); i++) {
        bySubject
            .computeIfAbsent(binding.subjects().get(i).key(), k -> new ArrayList<>())
            .add(new Bound(binding, i));
      }
    }

    /** The bindings of the user, in order, each with the first matching subject. */
    TreeMap<Integer, Bound> of(User user, String namespace) {
      var found = new TreeMap<Integer, Bound>();
      var bySubject = byNamespaceAndSubject.get(namespace);
      if (bySubject != null) {
        collect(bySubject, Binding.userKey(user.name()), found);
        for (String group : user.groups()) {
          collect(bySubject, Binding.groupKey(group), found);
        }
      }
      return found;
    }

    private static void collect(
        Map<String, List<Bound>> bySubject, String key, TreeMap<Integer, Bound> found) {
      for (Bound bound : bySubject.getOrDefault(key, List.of())) {
        found.merge(bound.binding.order(), bound, (a, b) -> a.subject <= b.subject ? a : b);
      }
    }
  }
}
