package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.WriteContext;
import java.util.List;

/** Runs the admission chain for writes. */
final class Admission {
  private static final List<String> STRINGS = List.of("fieldManager", "fieldValidation");

  private final AdmissionChain chain;
  private final Contexts contexts;

  Admission(AdmissionChain chain, Contexts contexts) {
    this.chain = chain;
    this.contexts = contexts;
  }

  /** A new object, which plugins may mutate. */
  Attributes creating(Target target, ObjectNode object, WriteContext context) {
    return new Attributes(
        request(Operation.CREATE, target, target.kind().type(), Meta.name(object)),
        object,
        MissingNode.getInstance(),
        context);
  }

  Attributes updating(Target target, ObjectNode object, ObjectNode before, WriteContext context) {
    return new Attributes(
        request(Operation.UPDATE, target, target.kind().type(), Meta.name(before)),
        object,
        before,
        context);
  }

  void mutate(Attributes attributes) {
    chain.mutate(attributes);
  }

  void validate(Attributes attributes) {
    chain.validate(attributes);
  }

  /** A delete has no object to mutate: it is only validated. */
  void delete(Target target, ObjectKey key, ObjectNode before, DeleteOptions options) {
    var request =
        new Attributes.Request(
            Operation.DELETE,
            target.kind(),
            target.kind().type(),
            "",
            key.namespace(),
            key.name(),
            target.user(),
            !options.dryRun().isEmpty(),
            () -> options(target, Operation.DELETE));
    var attributes = new Attributes(request, null, before, contexts.of(target));
    chain.mutate(attributes);
    chain.validate(attributes);
  }

  /**
   * Both rounds for a connect subresource.
   *
   * @param options the object that plugins see and may change
   */
  void connect(Target target, ObjectNode options) {
    if (target.request().query("dryRun") != null) {
      throw StatusException.badRequest("dryRun is not supported");
    }
    var type =
        new ResourceType(
            "",
            "v1",
            options.path("kind").asText(),
            target.kind().type().plural(),
            target.kind().type().namespaced());
    admit(Operation.CONNECT, target, type, options, MissingNode.getInstance());
  }

  /** Runs both phases, for requests to a subresource. */
  void admit(
      Operation operation, Target target, ResourceType type, ObjectNode object, JsonNode before) {
    Attributes attributes = subresource(operation, target, type, object, before);
    chain.mutate(attributes);
    chain.validate(attributes);
  }

  /** A request to a subresource whose objects have another type than the resource. */
  Attributes subresource(
      Operation operation, Target target, ResourceType type, ObjectNode object, JsonNode before) {
    return new Attributes(
        request(operation, target, type, target.info().name()),
        object,
        before,
        contexts.of(target));
  }

  private static Attributes.Request request(
      Operation operation, Target target, ResourceType type, String name) {
    return new Attributes.Request(
        operation,
        target.kind(),
        type,
        target.subresource(),
        target.info().namespace(),
        name,
        target.user(),
        target.dryRun(),
        () -> options(target, operation));
  }

  /** A connection has no options but its object. */
  private static JsonNode options(Target target, Operation operation) {
    if (operation == Operation.CONNECT) {
      return NullNode.getInstance();
    }
    ObjectNode options = Json.MAPPER.createObjectNode();
    String verb = target.info().verb();
    String kind =
        switch (operation) {
          case CREATE -> verb.equals("patch") ? "PatchOptions" : "CreateOptions";
          case UPDATE -> verb.equals("patch") ? "PatchOptions" : "UpdateOptions";
          case DELETE, CONNECT -> "DeleteOptions";
        };
    options.put("kind", kind).put("apiVersion", "meta.k8s.io/v1");
    for (var parameter : target.request().query()) {
      if (parameter.name().equals("dryRun")) {
        options.withArray("/dryRun").add(parameter.value());
      } else if (STRINGS.contains(parameter.name())) {
        options.put(parameter.name(), parameter.value());
      } else if (parameter.name().equals("force") && kind.equals("PatchOptions")) {
        options.put("force", RequestInfo.isTrue(parameter.value()));
      }
    }
    return options;
  }
}
