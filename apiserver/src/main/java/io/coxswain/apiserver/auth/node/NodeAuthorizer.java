package io.coxswain.apiserver.auth.node;

import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.Decision;
import io.coxswain.apiserver.store.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Authorizes nodes: by their relation to an object where access depends on it, and by the rules of
 * the role {@code system:node} otherwise. Has no opinion about other users.
 */
public final class NodeAuthorizer implements Authorizer {
  private static final String LEASES = "kube-node-lease";
  private static final String NODE_NAME = "spec.nodeName";
  private static final List<String> READS = List.of("get", "list", "watch");
  private static final List<String> OWN_OBJECT_VERBS =
      List.of("get", "create", "update", "patch", "delete");

  private final Supplier<Snapshot> head;
  private final Predicate<AuthorizationAttributes> rules;

  /**
   * @param rules of the role {@code system:node}
   */
  public NodeAuthorizer(Supplier<Snapshot> head, Predicate<AuthorizationAttributes> rules) {
    this.head = head;
    this.rules = rules;
  }

  @Override
  public Decision decide(AuthorizationAttributes access) {
    Optional<String> node = NodeIdentity.of(access.user());
    if (node.isEmpty()) {
      return Decision.NO_OPINION;
    }
    if (node.get().isEmpty()) {
      return no("unknown node for user " + GoQuote.of(access.user().name()));
    }
    String resource =
        access.group().isEmpty() ? access.resource() : access.resource() + "." + access.group();
    return access.isResource() ? resource(access, resource, node.get()) : byRules(access);
  }

  private Decision resource(AuthorizationAttributes access, String resource, String node) {
    var relations = new NodeRelations(head.get(), node);
    return switch (resource) {
      case "secrets" -> read(access, node, relations::secret);
      case "configmaps" -> read(access, node, relations::configMap);
      case "persistentvolumeclaims" ->
          access.subresource().equals("status")
              ? claimStatus(access, node, relations)
              : get(access, node, relations::volumeClaim);
      case "persistentvolumes" -> get(access, node, (none, name) -> relations.volume(name));
      case "resourceclaims.resource.k8s.io" -> get(access, node, relations::resourceClaim);
      case "volumeattachments.storage.k8s.io" ->
          get(access, node, (none, name) -> relations.attachment(name));
      case "serviceaccounts" -> serviceAccount(access, node, relations);
      case "leases.coordination.k8s.io" -> lease(access, node);
      case "csinodes.storage.k8s.io" -> csiNode(access, node);
      case "resourceslices.resource.k8s.io" -> slice(access, node, relations);
      case "nodes" -> node(access, node);
      case "pods" -> pod(access, node, relations);
      case "podcertificaterequests.certificates.k8s.io" -> Decision.NO_OPINION;
      default -> byRules(access);
    };
  }

  /** Whether the object of this namespace and name is related to the node. */
  @FunctionalInterface
  private interface Relation {
    boolean holds(String namespace, String name);
  }

  private Decision byRules(AuthorizationAttributes access) {
    return rules.test(access) ? Decision.ALLOWED : Decision.NO_OPINION;
  }

  private static Decision related(AuthorizationAttributes access, String node, Relation relation) {
    if (access.name().isEmpty()) {
      return no("No Object name found");
    }
    return relation.holds(access.namespace(), access.name())
        ? Decision.ALLOWED
        : no("no relationship found between node '" + node + "' and this object");
  }

  private static Decision get(AuthorizationAttributes access, String node, Relation relation) {
    if (!access.verb().equals("get")) {
      return no("can only get individual resources of this type");
    }
    return access.subresource().isEmpty()
        ? related(access, node, relation)
        : no("cannot get subresource");
  }

  private static Decision read(AuthorizationAttributes access, String node, Relation relation) {
    if (!READS.contains(access.verb())) {
      return no("can only read resources of this type");
    }
    if (!access.subresource().isEmpty()) {
      return no("cannot read subresource");
    }
    return access.namespace().isEmpty()
        ? no("can only read namespaced object of this type")
        : related(access, node, relation);
  }

  private static Decision claimStatus(
      AuthorizationAttributes access, String node, NodeRelations relations) {
    return List.of("update", "patch").contains(access.verb())
        ? related(access, node, relations::volumeClaim)
        : no("can only get/update/patch this type");
  }

  private static Decision serviceAccount(
      AuthorizationAttributes access, String node, NodeRelations relations) {
    if (access.verb().equals("get") && access.subresource().isEmpty()) {
      return read(access, node, relations::serviceAccount);
    }
    if (!access.verb().equals("create") || access.name().isEmpty()) {
      return no("can only create tokens for individual service accounts");
    }
    return access.subresource().equals("token")
        ? related(access, node, relations::serviceAccount)
        : no("can only create token subresource of serviceaccount");
  }

  /** The name in a create is known only to admission; the same holds for the following kinds. */
  private static Decision lease(AuthorizationAttributes access, String node) {
    if (!OWN_OBJECT_VERBS.contains(access.verb())) {
      return no("can only get, create, update, patch, or delete a node lease");
    }
    if (!access.namespace().equals(LEASES)) {
      return no("can only access leases in the " + GoQuote.of(LEASES) + " system namespace");
    }
    return access.verb().equals("create") || access.name().equals(node)
        ? Decision.ALLOWED
        : no("can only access node lease with the same name as the requesting node");
  }

  private static Decision csiNode(AuthorizationAttributes access, String node) {
    if (!OWN_OBJECT_VERBS.contains(access.verb())) {
      return no("can only get, create, update, patch, or delete a CSINode");
    }
    if (!access.subresource().isEmpty()) {
      return no("cannot authorize CSINode subresources");
    }
    return access.verb().equals("create") || access.name().equals(node)
        ? Decision.ALLOWED
        : no("can only access CSINode with the same name as the requesting node");
  }

  private static Decision slice(
      AuthorizationAttributes access, String node, NodeRelations relations) {
    if (!access.subresource().isEmpty()) {
      return no("cannot authorize ResourceSlice subresources");
    }
    return switch (access.verb()) {
      case "create" -> Decision.ALLOWED;
      case "get", "update", "patch", "delete" ->
          related(access, node, (none, name) -> relations.slice(name));
      case "watch", "list", "deletecollection" ->
          selectsNode(access, node)
              ? Decision.ALLOWED
              : no(
                  "can only list/watch/deletecollection resourceslices with nodeName field"
                      + " selector");
      default ->
          no(
              "only the following verbs are allowed for a ResourceSlice: get, watch, list, create,"
                  + " update, patch, delete, deletecollection");
    };
  }

  private static Decision node(AuthorizationAttributes access, String node) {
    boolean writes =
        access.subresource().isEmpty()
            ? List.of("create", "update", "patch").contains(access.verb())
            : access.subresource().equals("status")
                && List.of("update", "patch").contains(access.verb());
    if (writes) {
      return Decision.ALLOWED;
    }
    if (!access.subresource().isEmpty() || !READS.contains(access.verb())) {
      return Decision.NO_OPINION;
    }
    if (access.name().equals(node)) {
      return Decision.ALLOWED;
    }
    String what = access.name().isEmpty() ? "all nodes" : "'" + access.name() + "'";
    return no("node '" + node + "' cannot read " + what + ", only its own Node object");
  }

  private static Decision pod(
      AuthorizationAttributes access, String node, NodeRelations relations) {
    return switch (access.subresource() + " " + access.verb()) {
      case " get" -> related(access, node, relations::pod);
      case " list", " watch" -> {
        if (selectsNode(access, node)) {
          yield Decision.ALLOWED;
        }
        yield access.name().isEmpty()
            ? no("can only list/watch pods with spec.nodeName field selector")
            : related(access, node, relations::pod);
      }
      case " create", " delete", "status update", "status patch", "eviction create" ->
          Decision.ALLOWED;
      default -> Decision.NO_OPINION;
    };
  }

  private static boolean selectsNode(AuthorizationAttributes access, String node) {
    return node.equals(access.fields().get(NODE_NAME));
  }

  private static Decision no(String reason) {
    return new Decision(false, reason);
  }
}
