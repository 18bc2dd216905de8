package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Binds a pod to its node. The field owners of the pod stay unchanged. */
final class BindingHandler {
  private static final Logger log = LoggerFactory.getLogger(BindingHandler.class);
  private static final ResourceType BINDING =
      new ResourceType("", "v1", "Binding", "bindings", true);
  private static final ResourceType SUBRESOURCE =
      new ResourceType("", "v1", "Binding", "pods/binding", true);
  private static final List<String> TOPOLOGY =
      List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  private final Store store;
  private final Clock clock;
  private final ServedKind pods;
  private final Admission admission;

  BindingHandler(Store store, Clock clock, ServedKind pods, Admission admission) {
    this.store = store;
    this.clock = clock;
    this.pods = pods;
    this.admission = admission;
  }

  /** A request to the subresource of the pod. */
  HandlerResponse bind(Target target) {
    ObjectNode binding = Body.object(target.request(), BINDING, false);
    admission.admit(Operation.CREATE, target, BINDING, binding, MissingNode.getInstance());
    if (!Meta.name(binding).equals(target.info().name())) {
      throw StatusException.badRequest("name in URL does not match name in Binding object");
    }
    check(binding);
    addTopology(binding);
    assign(target, binding);
    return success(target);
  }

  /** A request to the legacy collection, which bypasses admission. */
  HandlerResponse create(Target target) {
    ObjectNode binding = Body.object(target.request(), BINDING, false);
    check(binding);
    assign(target, binding);
    return success(target);
  }

  static HandlerResponse success(Target target) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success").put("code", 201);
    return new HandlerResponse.Whole(
        Responses.encoded(target.request(), Responses.json(201, status)));
  }

  private static void check(ObjectNode binding) {
    var errors = new ArrayList<FieldError>();
    Field node = Field.of(binding, errors).get("target");
    if (!node.get("kind").isEmpty()) {
      if (!node.get("kind").is("Node")) {
        node.get("kind").unsupported("Node", "<empty>");
      }
    }
    node.get("name").isGiven();
    if (!errors.isEmpty()) {
      String all = errors.stream().map(FieldError::toString).collect(Collectors.joining(", "));
      throw StatusException.unclassified(errors.size() == 1 ? all : "[" + all + "]");
    }
  }

  /** Copies the topology labels of its node to a bound pod. */
  private void addTopology(ObjectNode binding) {
    Stored node = store.head().find("nodes", ObjectKey.of(Meta.text(binding, "/target/name")));
    if (node == null) {
      return;
    }
    for (String label : TOPOLOGY) {
      String value = node.labels().get(label);
      if (value != null) {
        Meta.child(Meta.of(binding), "labels").put(label, value);
      }
    }
  }

  private void assign(Target target, ObjectNode binding) {
    ObjectKey key = ObjectKey.of(target.info().namespace(), Meta.name(binding));
    var attempts = new Attempts();
    while (true) {
      attempts.next(pods.type(), key.name());
      Stored seen = store.head().find(pods.collection(), key);
      if (seen == null) {
        throw StatusException.notFound(pods.type(), key.name());
      }
      ObjectNode pod = pods.read(seen);
      checkPreconditions(pod, key, binding);
      bound(pod, binding);
      if (target.dryRun()) {
        return;
      }
      try {
        var _ =
            store.put(
                pods.collection(),
                key,
                seen,
                revision -> pods.store(pod, revision),
                target.origin());
        return;
      } catch (RacedException e) {
        log.trace("concurrent change, retrying: object={}", key);
      }
    }
  }

  private void checkPreconditions(ObjectNode pod, ObjectKey key, JsonNode binding) {
    String uid = Meta.uid(binding);
    if (!uid.isEmpty() && !uid.equals(Meta.uid(pod))) {
      throw StatusException.uidMismatch(pods.type(), false, key, uid, Meta.uid(pod));
    }
    String version = Meta.resourceVersion(binding);
    if (!version.isEmpty() && !version.equals(Meta.resourceVersion(pod))) {
      throw StatusException.modified(pods.type(), key.name());
    }
  }

  private void bound(ObjectNode pod, JsonNode binding) {
    String name = Meta.name(pod);
    if (Meta.deleting(pod)) {
      throw conflict(name, "pod " + name + " is being deleted, cannot be assigned to a host");
    }
    String present = Meta.text(pod, "/spec/nodeName");
    if (!present.isEmpty()) {
      throw conflict(name, "pod " + name + " is already assigned to node \"" + present + "\"");
    }
    if (!pod.at("/spec/schedulingGates").isEmpty()) {
      throw conflict(name, "pod " + name + " has non-empty .spec.schedulingGates");
    }
    Meta.child(pod, "spec").put("nodeName", Meta.text(binding, "/target/name"));
    for (String map : List.of("annotations", "labels")) {
      binding
          .path("metadata")
          .path(map)
          .properties()
          .forEach(e -> Meta.child(Meta.of(pod), map).set(e.getKey(), e.getValue()));
    }
    Meta.child(pod, "status").remove("nominatedNodeName");
    var _ = PodConditions.setTrue(pod, "PodScheduled", clock.now());
  }

  private static StatusException conflict(String name, String why) {
    return StatusException.conflict(SUBRESOURCE, name, why);
  }
}
