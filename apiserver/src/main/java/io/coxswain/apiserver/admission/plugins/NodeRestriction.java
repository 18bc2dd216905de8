package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.node.NodeIdentity;
import io.coxswain.apiserver.auth.node.PodReferences;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.kinds.cluster.CertificateRequests;
import io.coxswain.apiserver.rules.UnifiedDiff;
import io.coxswain.apiserver.store.Stored;
import java.util.List;
import java.util.Optional;

/**
 * Limits the writes of nodes to their own objects. Checks what the Node authorizer cannot, because
 * an authorizer does not see the body of a request. Ignores users that are not nodes.
 */
final class NodeRestriction implements Plugin {
  private static final String LEASES = "kube-node-lease";
  private static final List<String> NODE_SIGNERS =
      List.of("kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet");

  private final Authorizer authorizer;

  NodeRestriction(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  @Override
  public List<String> resources() {
    return List.of(ANY);
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE, Operation.UPDATE, Operation.DELETE);
  }

  @Override
  public void admit(Attributes attributes) {
    Optional<String> identity = NodeIdentity.of(attributes.user());
    if (identity.isEmpty()) {
      return;
    }
    String node = identity.get();
    if (node.isEmpty()) {
      throw new AdmissionException(
          "could not determine node from user " + GoQuote.of(attributes.user().name()));
    }
    switch (attributes.kind().collection()) {
      case "pods" -> pods(attributes, node);
      case "nodes" -> node(attributes, node);
      case "persistentvolumeclaims" -> claim(attributes, node);
      case "serviceaccounts" -> token(attributes, node);
      case "leases.coordination.k8s.io" -> lease(attributes, node);
      case "csinodes.storage.k8s.io" -> csiNode(attributes, node);
      case "resourceslices.resource.k8s.io" -> slice(attributes, node);
      case "certificatesigningrequests.certificates.k8s.io" -> request(attributes, node);
      case "podcertificaterequests.certificates.k8s.io" ->
          throw new AdmissionException("PodCertificateRequest feature gate is disabled");
      default -> {}
    }
  }

  private static void pods(Attributes attributes, String node) {
    switch (attributes.subresource()) {
      case "" -> wholePod(attributes, node);
      case "status" -> podStatus(attributes, node);
      case "eviction" -> eviction(attributes, node);
      default ->
          throw new AdmissionException(
              "unexpected pod subresource "
                  + GoQuote.of(attributes.subresource())
                  + ", only 'status' and 'eviction' are allowed");
    }
  }

  private static void wholePod(Attributes attributes, String node) {
    String name = GoQuote.of(node);
    switch (attributes.operation()) {
      case CREATE -> MirrorPodRules.check(attributes, node);
      case DELETE -> {
        if (!boundTo(attributes.old(), node)) {
          throw new AdmissionException(
              "node " + name + " can only delete pods with spec.nodeName set to itself");
        }
      }
      default ->
          throw new AdmissionException(
              "unexpected operation "
                  + GoQuote.of(attributes.operation().name())
                  + ", node "
                  + name
                  + " can only create and delete mirror pods");
    }
  }

  private static boolean boundTo(JsonNode pod, String node) {
    return Meta.text(pod, "/spec/nodeName").equals(node);
  }

  private static void podStatus(Attributes attributes, String node) {
    requireUpdate(attributes);
    String name = GoQuote.of(node);
    JsonNode before = attributes.old();
    JsonNode after = attributes.object();
    if (!boundTo(before, node)) {
      throw new AdmissionException(
          "node " + name + " can only update pod status for pods with spec.nodeName set to itself");
    }
    if (!Meta.labels(before).equals(Meta.labels(after))) {
      throw new AdmissionException("node " + name + " cannot update labels through pod status");
    }
    if (changes(before, after, "/status/resourceClaimStatuses")) {
      throw new AdmissionException("node " + name + " cannot update resource claim statues");
    }
    if (changes(before, after, "/status/extendedResourceClaimStatus")) {
      throw new AdmissionException(
          "node " + name + " cannot update extended resource claim status");
    }
  }

  private static void requireUpdate(Attributes attributes) {
    if (attributes.operation() != Operation.UPDATE) {
      throw new AdmissionException(
          "unexpected operation " + GoQuote.of(attributes.operation().name()));
    }
  }

  /** Whether a field differs; an empty list or object equals an absent one. */
  private static boolean changes(JsonNode before, JsonNode after, String pointer) {
    JsonNode old = before.at(pointer);
    JsonNode now = after.at(pointer);
    return !(old.isEmpty() && now.isEmpty()) && !SameJson.same(old, now);
  }

  private static void eviction(Attributes attributes, String node) {
    if (attributes.operation() != Operation.CREATE) {
      throw new AdmissionException("unexpected operation " + attributes.operation().name());
    }
    if (!boundTo(pod(attributes, attributes.name()), node)) {
      throw new AdmissionException(
          "node " + node + " can only evict pods with spec.nodeName set to itself");
    }
  }

  private static ObjectNode pod(Attributes attributes, String name) {
    Stored pod =
        attributes.context().snapshot().find("pods", ObjectKey.of(attributes.namespace(), name));
    if (pod == null) {
      // Upstream uses a cache here, whose error contains the singular.
      throw StatusException.notFound(new ResourceType("", "v1", "Pod", "pod", true), name);
    }
    return pod.tree();
  }

  private static void node(Attributes attributes, String node) {
    String name = GoQuote.of(node);
    if (!attributes.name().equals(node)) {
      throw new AdmissionException(
          "node " + name + " is not allowed to modify node " + GoQuote.of(attributes.name()));
    }
    JsonNode before = attributes.old();
    JsonNode after = attributes.newObject();
    if (attributes.isCreate()) {
      if (after.at("/spec/configSource").isObject()) {
        throw new AdmissionException(
            "node " + name + " is not allowed to create pods with a non-nil configSource");
      }
      List<String> forbidden = NodeLabels.forbiddenChanges(before, after);
      if (!forbidden.isEmpty()) {
        throw new AdmissionException(
            "node "
                + name
                + " is not allowed to set the following labels: "
                + String.join(", ", forbidden));
      }
    } else if (attributes.operation() == Operation.UPDATE) {
      if (after.at("/spec/configSource").isObject()
          && changes(before, after, "/spec/configSource")) {
        throw new AdmissionException(
            "node "
                + name
                + " is not allowed to update configSource to a new non-nil configSource");
      }
      if (changes(before, after, "/spec/taints")) {
        throw new AdmissionException("node " + name + " is not allowed to modify taints");
      }
      if (changes(before, after, "/metadata/ownerReferences")) {
        throw new AdmissionException("node " + name + " is not allowed to modify ownerReferences");
      }
      List<String> forbidden = NodeLabels.forbiddenChanges(before, after);
      if (!forbidden.isEmpty()) {
        throw new AdmissionException(
            "is not allowed to modify labels: " + String.join(", ", forbidden));
      }
    }
  }

  private static void claim(Attributes attributes, String node) {
    if (!attributes.subresource().equals("status")) {
      throw new AdmissionException("may only update PVC status");
    }
    requireUpdate(attributes);
    ObjectNode before = withoutNodesFields(attributes.old());
    ObjectNode after = withoutNodesFields(attributes.object());
    if (!SameJson.same(before, after)) {
      throw new AdmissionException(
          "node "
              + GoQuote.of(node)
              + " is not allowed to update fields other than status.quantity and"
              + " status.conditions: "
              + UnifiedDiff.of(before, after));
    }
  }

  private static ObjectNode withoutNodesFields(JsonNode claim) {
    ObjectNode copy = claim.deepCopy();
    Meta.of(copy).remove(List.of("resourceVersion", "managedFields"));
    Meta.child(copy, "status")
        .remove(
            List.of("capacity", "conditions", "allocatedResourceStatuses", "allocatedResources"));
    return copy;
  }

  private void token(Attributes attributes, String node) {
    if (!attributes.isCreate() || !attributes.subresource().equals("token")) {
      return;
    }
    JsonNode reference = attributes.object().at("/spec/boundObjectRef");
    String name = Meta.text(reference, "/name");
    String uid = Meta.text(reference, "/uid");
    if (!Meta.text(reference, "/apiVersion").equals("v1")
        || !Meta.text(reference, "/kind").equals("Pod")
        || name.isEmpty()) {
      throw new AdmissionException("node requested token not bound to a pod");
    }
    if (uid.isEmpty()) {
      throw new AdmissionException("node requested token with a pod binding without a uid");
    }
    ObjectNode pod = pod(attributes, name);
    if (!Meta.uid(pod).equals(uid)) {
      throw new AdmissionException(
          "the UID in the bound object reference ("
              + uid
              + ") does not match the UID in record. The object might have been deleted and then"
              + " recreated");
    }
    if (!boundTo(pod, node)) {
      throw new AdmissionException(
          "node requested token bound to a pod scheduled on a different node");
    }
    audience(attributes, pod);
  }

  /** A node may request tokens for audiences that its pod mounts or that a role allows. */
  private void audience(Attributes attributes, ObjectNode pod) {
    List<String> audiences = Meta.strings(attributes.object().at("/spec/audiences"));
    if (audiences.size() > 1) {
      throw new AdmissionException("node may only request 0 or 1 audiences");
    }
    String audience = audiences.isEmpty() ? "" : audiences.getFirst();
    if (TokenAudiences.of(attributes.context().snapshot(), pod).contains(audience)) {
      return;
    }
    AuthorizationAttributes access =
        AuthorizationAttributes.resource(
            attributes.user(),
            "request-serviceaccounts-token-audience",
            "",
            audience,
            attributes.namespace(),
            attributes.name());
    if (!authorizer.decide(access).allowed()) {
      throw new AdmissionException(
          "audience "
              + GoQuote.of(audience)
              + " not found in pod spec volume, "
              + attributes.user().name()
              + " is not authorized to request tokens for this audience");
    }
  }

  private static void lease(Attributes attributes, String node) {
    if (!attributes.namespace().equals(LEASES)) {
      throw new AdmissionException(
          "can only access leases in the " + GoQuote.of(LEASES) + " system namespace");
    }
    if (!attributes.name().equals(node)) {
      throw new AdmissionException(
          "can only access node lease with the same name as the requesting node");
    }
  }

  private static void csiNode(Attributes attributes, String node) {
    if (!attributes.name().equals(node)) {
      throw new AdmissionException(
          "can only access CSINode with the same name as the requesting node");
    }
  }

  private static void slice(Attributes attributes, String node) {
    if (attributes.operation() == Operation.UPDATE) {
      return;
    }
    JsonNode slice = attributes.isCreate() ? attributes.object() : attributes.old();
    if (!boundTo(slice, node)) {
      throw new AdmissionException(
          "can only "
              + (attributes.isCreate() ? "create" : "delete")
              + " ResourceSlice with the same NodeName as the requesting node");
    }
  }

  private static void request(Attributes attributes, String node) {
    if (!attributes.isCreate()
        || !NODE_SIGNERS.contains(Meta.text(attributes.object(), "/spec/signerName"))) {
      return;
    }
    String name = NodeIdentity.PREFIX + node;
    if (!CertificateRequests.commonName(attributes.object()).equals(name)) {
      throw new AdmissionException("can only create a node CSR with CN=" + name);
    }
  }

  /** The rules for a pod that is created by the node that runs it. */
  private static final class MirrorPodRules {

    static void check(Attributes attributes, String node) {
      ObjectNode pod = attributes.object();
      String name = GoQuote.of(node);
      if (!new PodReferences(pod).isMirrorPod()) {
        throw new AdmissionException(
            "pod does not have \"kubernetes.io/config.mirror\" annotation, node "
                + name
                + " can only create mirror pods");
      }
      String only = "node " + name + " can only create pods with ";
      if (!boundTo(pod, node)) {
        throw new AdmissionException(only + "spec.nodeName set to itself");
      }
      owner(attributes, pod, node, only);
      Optional<String> referenced = ReferencedKinds.of(pod);
      if (referenced.isPresent()) {
        throw new AdmissionException(
            "node " + name + " can not create pods that reference " + referenced.get());
      }
    }

    private static void owner(Attributes attributes, ObjectNode pod, String node, String only) {
      JsonNode owners = pod.at("/metadata/ownerReferences");
      if (owners.size() > 1) {
        throw new AdmissionException(only + "a single owner reference set to itself");
      }
      JsonNode owner = owners.path(0);
      if (!Meta.text(owner, "/apiVersion").equals("v1")
          || !Meta.text(owner, "/kind").equals("Node")
          || !Meta.text(owner, "/name").equals(node)) {
        throw new AdmissionException(only + "an owner reference set to itself");
      }
      if (!owner.path("controller").asBoolean(false)) {
        throw new AdmissionException(only + "a controller owner reference set to itself");
      }
      if (owner.path("blockOwnerDeletion").asBoolean(false)) {
        throw new AdmissionException(
            "node " + GoQuote.of(node) + " must not set blockOwnerDeletion on an owner reference");
      }
      Stored stored = attributes.context().snapshot().find("nodes", ObjectKey.of("", node));
      if (stored == null) {
        throw StatusException.notFound(new ResourceType("", "v1", "Node", "node", false), node);
      }
      String uid = Meta.text(owner, "/uid");
      if (!stored.uid().equals(uid)) {
        throw new AdmissionException(
            "node " + node + " UID mismatch: expected " + uid + " got " + stored.uid());
      }
    }
  }
}
