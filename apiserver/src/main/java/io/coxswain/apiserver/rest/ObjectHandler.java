package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Cancellation;
import java.util.List;

/**
 * Handles requests for stored objects: dispatches the verb and notifies the observers of writes.
 */
final class ObjectHandler implements RequestHandler {
  private final ReadHandler reads;
  private final CreateHandler creates;
  private final UpdateHandler updates;
  private final ApplyHandler applies;
  private final DeleteHandler deletes;
  private final List<WriteObserver> observers;

  ObjectHandler(
      ReadHandler reads,
      CreateHandler creates,
      UpdateHandler updates,
      ApplyHandler applies,
      DeleteHandler deletes,
      List<WriteObserver> observers) {
    this.reads = reads;
    this.creates = creates;
    this.updates = updates;
    this.applies = applies;
    this.deletes = deletes;
    this.observers = observers;
  }

  @Override
  public HandlerResponse handle(Target target) {
    return switch (target.info().verb()) {
      case "get" -> get(target);
      case "list" -> reads.list(target);
      case "watch" -> reads.watch(target);
      case "create" -> create(target);
      case "update" -> update(target);
      case "patch" -> patch(target);
      case "delete" -> delete(target);
      case "deletecollection" -> deleteCollection(target);
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private HandlerResponse get(Target target) {
    Stored found = reads.get(target);
    if (target.kind().facts().custom() && Representation.isListRequested(target)) {
      throw StatusException.unclassified("content is not a list");
    }
    return stored(200, target, found);
  }

  private HandlerResponse create(Target target) {
    Stored created = creates.create(target, body(target), CreateHandler.By.UPDATE);
    observers.forEach(observer -> observer.created(target, created));
    return stored(201, target, created);
  }

  private HandlerResponse update(Target target) {
    ObjectNode object = body(target);
    String name = Meta.name(object);
    UpdateHandler.checkName(object, target.info().name());
    checkNamespace(target, object);
    Stored updated =
        updates.update(
            target,
            current -> object.deepCopy(),
            UpdateHandler.Owners.TRACK,
            target.kind().facts().unconditionalUpdate());
    if (updated != null) {
      observers.forEach(observer -> observer.updated(target));
      return stored(200, target, updated);
    }
    if (!target.kind().facts().createOnUpdate() || !target.subresource().isEmpty()) {
      throw StatusException.notFound(target.kind().type(), name);
    }
    if (!Meta.uid(object).isEmpty()) {
      throw StatusException.uidMismatch(
          target.kind().type(), target.kind().facts().custom(), target.key(), Meta.uid(object), "");
    }
    Stored created = creates.create(target, object, CreateHandler.By.UPDATE);
    observers.forEach(observer -> observer.created(target, created));
    return stored(201, target, created);
  }

  private static ObjectNode body(Target target) {
    var kind = target.kind();
    ObjectNode object =
        Body.object(target.request(), kind.type(), kind.facts().custom(), target.repeated());
    ObjectDecoder.decode(target, object);
    OwnerReferences.dedup(target, object, false);
    return object;
  }

  private static void checkNamespace(Target target, ObjectNode object) {
    String inBody = Meta.namespace(object);
    if (!target.kind().type().namespaced()) {
      Meta.of(object).remove("namespace");
    } else if (inBody.isEmpty()) {
      Meta.of(object).put("namespace", target.info().namespace());
    } else if (!inBody.equals(target.info().namespace())) {
      throw StatusException.otherNamespace();
    }
  }

  private HandlerResponse patch(Target target) {
    if (Body.mediaType(target.request()).equals(PatchHandler.APPLY)) {
      ApplyHandler.Outcome outcome = applies.apply(target);
      observers.forEach(observer -> observer.updated(target));
      return stored(outcome.created() ? 201 : 200, target, outcome.object());
    }
    UpdateHandler.Change change = PatchHandler.read(target);
    Stored updated = updates.updateExisting(target, change, UpdateHandler.Owners.TRACK);
    observers.forEach(observer -> observer.updated(target));
    return stored(200, target, updated);
  }

  private HandlerResponse delete(Target target) {
    var options = DeleteOptions.of(target.request());
    var representation = Representation.of(target);
    DeleteHandler.warn(target, options);
    DeleteHandler.Outcome outcome = deletes.delete(target, target.key(), options);
    observers.forEach(observer -> observer.deleted(target, target.key(), outcome.removed()));
    if (!outcome.removed() || target.kind().facts().deleteReturnsObject()) {
      boolean accepted =
          !outcome.removed() && Boolean.FALSE.equals(options.propagation().orphanDependents());
      return stored(accepted ? 202 : 200, target, outcome.object());
    }
    return new HandlerResponse.Whole(
        representation.tree(200, success(target, outcome.object()), target.warnings()));
  }

  private static ObjectNode success(Target target, Stored object) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success");
    ObjectNode details = status.putObject("details");
    details.put("name", object.key().name());
    if (!target.kind().type().group().isEmpty()) {
      details.put("group", target.kind().type().group());
    }
    details.put("kind", target.kind().type().plural()).put("uid", object.uid());
    return status;
  }

  private HandlerResponse deleteCollection(Target target) {
    ListOptions listing = reads.options(target);
    var options = DeleteOptions.of(target.request());
    var representation = Representation.of(target);
    DeleteHandler.warn(target, options);
    ReadHandler.Page page = reads.page(target.kind(), listing);
    for (Stored object : page.objects()) {
      Cancellation.check();
      boolean removed = deletes.deleteIfExists(target, object.key(), options);
      observers.forEach(observer -> observer.deleted(target, object.key(), removed));
    }
    return new HandlerResponse.Whole(
        representation.list(
            target.kind(),
            page.objects(),
            ReadHandler.metadata(page, listing, target.kind()),
            target.warnings()));
  }

  private static HandlerResponse stored(int status, Target target, Stored object) {
    return new HandlerResponse.Whole(
        Representation.of(target).object(status, target.kind(), object, target.warnings()));
  }
}
