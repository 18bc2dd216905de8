package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.cluster.NamespaceStrategy;
import java.util.ArrayList;

/** Paths below an object, other than its status. */
public final class Subresources {
  private final PodStreams streams;
  private final TokenRequestHandler tokens;

  Subresources(PodStreams streams, TokenRequestHandler tokens) {
    this.tokens = tokens;
    this.streams = streams;
  }

  HandlerResponse handle(Target target, Api api) {
    String collection = target.kind().collection();
    String name = target.subresource();
    if (name.equals("scale") && target.kind().subresource(name).isPresent()) {
      return api.scales().handle(target, api);
    }
    if (target.kind().subresource(name).isEmpty()) {
      throw target.kind().facts().custom()
          ? StatusException.notFound(target.kind().type(), target.info().name())
          : StatusException.noSuchResource();
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

  private static HandlerResponse evict(Target target, Api api) {
    requireVerb(target, "create");
    return api.evictions().evict(target, api);
  }

  private static HandlerResponse bind(Target target, Api api) {
    requireVerb(target, "create");
    return api.bindings().bind(target, api);
  }

  private static HandlerResponse finalizeNamespace(Target target, Api api) {
    requireVerb(target, "update");
    ObjectNode wanted = Body.object(target.request(), target.kind());
    UpdateHandler.checkName(wanted, target.info().name());
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
    return new HandlerResponse.Whole(
        Representation.of(target).object(200, target.kind(), stored, target.warnings()));
  }

  private static void requireVerb(Target target, String verb) {
    if (!target.info().verb().equals(verb)) {
      throw StatusException.methodNotAllowed();
    }
  }
}
