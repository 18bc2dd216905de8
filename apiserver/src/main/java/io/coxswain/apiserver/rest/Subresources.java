package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.cluster.NamespaceStrategy;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Clock;
import java.util.ArrayList;

/** Paths below an object, other than its status. */
public final class Subresources {
  private static final ResourceType BINDING =
      new ResourceType("", "v1", "Binding", "bindings", true);

  private final Clock clock;
  private final PodStreams streams;
  private final TokenRequests tokens;

  Subresources(Clock clock, PodStreams streams, TokenRequests tokens) {
    this.clock = clock;
    this.tokens = tokens;
    this.streams = streams;
  }

  Answer handle(Target target, Api api) {
    String collection = target.kind().collection();
    String name = target.subresource();
    if (name.equals("scale") && target.kind().subresource(name).isPresent()) {
      return api.scales().handle(target, api);
    }
    if (target.kind().subresource(name).isEmpty()) {
      throw StatusException.noSuchResource();
    }
    return switch (collection + "/" + name) {
      case "pods/binding" -> bind(target, api);
      case "pods/log" -> streams.log(target, api);
      case "pods/exec" -> streams.exec(target, api);
      case "pods/attach" -> streams.attach(target, api);
      case "pods/portforward" -> streams.forward(target, api);
      case "pods/eviction" -> evict(target, api);
      case "serviceaccounts/token" -> tokens.create(target, api.admission());
      case "namespaces/finalize" -> finalizeNamespace(target, api);
      default ->
          throw StatusException.notImplemented(
              "the subresource " + target.kind().type().plural() + "/" + name);
    };
  }

  /** A binding that is posted by itself is that of the pod it names. */
  static RequestInfo bindingOf(RequestInfo info, ApiRequest request) {
    if (!info.resource().equals("bindings")
        || !info.group().isEmpty()
        || !info.verb().equals("create")
        || info.namespace().isEmpty()) {
      return info;
    }
    String name = Meta.name(Body.object(request, BINDING, false));
    if (name.isEmpty()) {
      throw StatusException.badRequest("name is required");
    }
    return new RequestInfo(
        "create", "", info.version(), "pods", info.namespace(), name, "binding");
  }

  private static Answer evict(Target target, Api api) {
    requireVerb(target, "create");
    return api.evictions().evict(target, api);
  }

  private Answer bind(Target target, Api api) {
    requireVerb(target, "create");
    ObjectNode binding = Body.object(target.request(), BINDING, false);
    api.admission().admit(Operation.CREATE, target, BINDING, binding, MissingNode.getInstance());
    String node = Meta.text(binding, "/target/name");
    String kind = Meta.text(binding, "/target/kind");
    if (!kind.isEmpty() && !kind.equals("Node")) {
      throw StatusException.unclassified("invalid target kind: " + kind);
    }
    if (node.isEmpty()) {
      throw StatusException.unclassified("target.name: Required value");
    }
    var _ = api.change(target, pod -> bound(target, pod, binding, node));
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success").put("code", 201);
    return new Answer.Whole(Answers.json(201, status));
  }

  private ObjectNode bound(Target target, ObjectNode pod, JsonNode binding, String node) {
    String name = Meta.name(pod);
    if (Meta.deleting(pod)) {
      throw conflict(target, "pod " + name + " is being deleted, cannot be assigned to a host");
    }
    String present = Meta.text(pod, "/spec/nodeName");
    if (!present.isEmpty()) {
      throw conflict(target, "pod " + name + " is already assigned to node \"" + present + "\"");
    }
    if (!pod.at("/spec/schedulingGates").isEmpty()) {
      throw conflict(target, "pod " + name + " has non-empty .spec.schedulingGates");
    }
    String uid = Meta.uid(binding);
    if (!uid.isEmpty() && !uid.equals(Meta.uid(pod))) {
      throw StatusException.uidMismatch(target.kind(), target.key(), uid, Meta.uid(pod));
    }
    String version = Meta.resourceVersion(binding);
    if (!version.isEmpty() && !version.equals(Meta.resourceVersion(pod))) {
      throw StatusException.modified(target.kind().type(), name);
    }
    Meta.child(pod, "spec").put("nodeName", node);
    binding
        .at("/metadata/annotations")
        .properties()
        .forEach(e -> Meta.child(Meta.of(pod), "annotations").set(e.getKey(), e.getValue()));
    ObjectNode status = Meta.child(pod, "status");
    status.remove("nominatedNodeName");
    ArrayNode conditions = status.withArray("/conditions");
    Meta.objects(conditions).stream()
        .filter(c -> Meta.text(c, "/type").equals("PodScheduled"))
        .findFirst()
        .orElseGet(conditions::addObject)
        .removeAll()
        .put("type", "PodScheduled")
        .put("status", "True")
        .putNull("lastProbeTime")
        .put("lastTransitionTime", Meta.time(clock.now()));
    return pod;
  }

  private static StatusException conflict(Target target, String why) {
    return StatusException.conflict(
        new ResourceType("", "v1", "Binding", "pods/binding", true), target.info().name(), why);
  }

  private static Answer finalizeNamespace(Target target, Api api) {
    requireVerb(target, "update");
    ObjectNode wanted = Body.object(target.request(), target.kind());
    var errors = new ArrayList<FieldError>();
    NamespaceStrategy.validateFinalize(wanted, errors);
    if (!errors.isEmpty()) {
      throw StatusException.invalid(target.kind().type(), target.info().name(), errors);
    }
    var stored =
        api.change(
            target,
            current -> {
              ObjectNode finalized = wanted.deepCopy();
              finalized.set("status", current.path("status"));
              ObjectNode spec = Meta.child(current, "spec");
              if (wanted.at("/spec/finalizers").isEmpty()) {
                spec.remove("finalizers");
              } else {
                spec.set("finalizers", wanted.at("/spec/finalizers"));
              }
              finalized.set("spec", spec);
              return finalized;
            });
    return new Answer.Whole(
        Representation.of(target).object(200, target.kind(), stored, target.warnings()));
  }

  private static void requireVerb(Target target, String verb) {
    if (!target.info().verb().equals(verb)) {
      throw StatusException.methodNotAllowed();
    }
  }
}
