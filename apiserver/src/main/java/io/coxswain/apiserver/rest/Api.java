package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.review.Reviews;
import io.coxswain.apiserver.auth.token.AccountTokens;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.store.UnwritableException;
import io.coxswain.apiserver.watch.WatchHub;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Cancellation;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of a request about a resource: find the kind, then do what the verb says. */
public final class Api {
  private static final Logger log = LoggerFactory.getLogger(Api.class);

  private final Clock clock;
  private final Store store;
  private final KindRegistry kinds;
  private final Admission admission;
  private final ReviewHandler questions;
  private final ReadHandler reads;
  private final CreateHandler creates;
  private final UpdateHandler updates;
  private final ApplyHandler applies;
  private final DeleteHandler deletes;
  private final ScaleHandler scales;
  private final CrdFinalizer cleanup;
  private final CrdNamingConditions naming;
  private final EvictionHandler evictions;
  private final BindingHandler bindings;
  private final Subresources subresources;
  private final @Nullable ResourceMetricsHandler usage;

  public Api(
      Env env,
      Store store,
      WatchHub hub,
      KindRegistry kinds,
      AdmissionChain chain,
      Authorizer authorizer,
      Reviews reviews,
      AccountTokens tokens,
      ApiServerOptions options) {
    this.clock = env.clock();
    this.usage = options.usage() == null ? null : new ResourceMetricsHandler(options.usage());
    this.store = store;
    this.kinds = kinds;
    var contexts =
        new Contexts(
            store,
            env.clock(),
            env.entropy(),
            new StoreLedger(store, env.clock(), kinds),
            options.serviceAccounts());
    var ownership = new Ownership(env.clock(), store, kinds);
    this.reads = new ReadHandler(store, hub, env.clock(), env.entropy());
    this.admission = new Admission(chain, contexts);
    this.questions = new ReviewHandler(reviews, contexts, ownership, admission);
    this.subresources =
        new Subresources(
            new PodStreams(store::head, options),
            new TokenRequestHandler(store, tokens, ownership, env.clock()));
    this.creates =
        new CreateHandler(
            store, contexts, ownership, admission, authorizer, env.entropy(), options.privileged());
    this.updates = new UpdateHandler(store, contexts, ownership, admission, options.privileged());
    this.applies = new ApplyHandler(creates, updates, ownership);
    this.scales = new ScaleHandler(ownership);
    this.deletes = new DeleteHandler(store, env.clock(), admission, contexts);
    this.cleanup = new CrdFinalizer(store, env.clock(), kinds, deletes);
    this.naming = new CrdNamingConditions(store, env.clock(), kinds, updates);
    ServedKind pods = kinds.find(store.head(), "", "v1", "pods").orElseThrow();
    this.bindings = new BindingHandler(store, env.clock(), pods);
    this.evictions =
        new EvictionHandler(
            store,
            env.clock(),
            pods,
            kinds.find(store.head(), "policy", "v1", "poddisruptionbudgets").orElseThrow());
  }

  /**
   * The response to a request for a cluster-scoped kind inside of a namespace, which is not a path
   * of the API. To be asked before authorization: a right in the namespace must never decide about
   * an object of the whole cluster. Empty for any other request.
   */
  public Optional<HandlerResponse> outOfScope(RequestInfo info, ApiRequest request) {
    if (info.namespace().isEmpty()) {
      return Optional.empty();
    }
    return kinds
        .find(store.head(), info.group(), info.version(), info.resource())
        .filter(kind -> !kind.type().namespaced())
        .map(kind -> new HandlerResponse.Whole(unknown(info, request)));
  }

  /** Answers a request about a resource; refusals are answers too. */
  public HandlerResponse handle(RequestInfo info, ApiRequest request, User user) {
    List<String> warnings = List.of();
    try {
      Body.checkSize(request);
      Timeouts.check(request);
      Optional<ServedKind> kind =
          kinds.find(store.head(), info.group(), info.version(), info.resource());
      if (kind.isEmpty() || !isPath(kind.get(), info)) {
        return new HandlerResponse.Whole(unknown(info, request));
      }
      checkName(info.name());
      var target = Target.of(info, kind.get(), request, user, clock);
      warnings = target.warnings();
      boolean object = info.subresource().isEmpty() || info.subresource().equals("status");
      return object || target.part().isPresent()
          ? object(target)
          : subresources.handle(target, this);
    } catch (StatusException e) {
      return new HandlerResponse.Whole(Responses.encoded(request, Responses.refusal(e, warnings)));
    } catch (UnwritableException e) {
      return new HandlerResponse.Whole(
          Responses.encoded(
              request,
              Responses.refusal(
                  StatusException.unclassified(String.valueOf(e.getMessage())), warnings)));
    } catch (CancelledException e) {
      throw e;
    } catch (CancellationException e) {
      throw new CancelledException();
    } catch (RuntimeException e) {
      log.error("request failed, verb={}", info.verb(), e);
      return new HandlerResponse.Whole(
          Responses.encoded(
              request,
              Responses.refusal(StatusException.internal(String.valueOf(e.getMessage())))));
    }
  }

  /** A name is a part of a path. */
  private static void checkName(String name) {
    String problem =
        switch (name) {
          case ".", ".." -> "may not be '" + name + "'";
          default ->
              name.contains("/")
                  ? "may not contain '/'"
                  : name.contains("%") ? "may not contain '%'" : "";
        };
    if (!problem.isEmpty()) {
      throw StatusException.badRequest("Name parameter invalid: \"" + name + "\": " + problem);
    }
  }

  /**
   * Whether the path is one of the kind. Looks again at the scope, because a CRD may have been
   * replaced by one of the other scope since {@link #outOfScope}.
   */
  private static boolean isPath(ServedKind kind, RequestInfo info) {
    if (!kind.type().namespaced()) {
      return info.namespace().isEmpty();
    }
    if (!info.namespace().isEmpty()) {
      return true;
    }
    boolean acrossNamespaces = List.of("list", "watch").contains(info.verb());
    return kind.facts().custom() ? acrossNamespaces : info.name().isEmpty() && kind.allows("list");
  }

  private io.coxswain.env.ApiResponse unknown(RequestInfo info, ApiRequest request) {
    return kinds.isBuiltInGroup(info.group())
        ? Responses.encoded(request, Responses.refusal(StatusException.noSuchResource()))
        : Responses.pageNotFound();
  }

  private HandlerResponse object(Target target) {
    checkVerb(target);
    var _ = Representation.of(target);
    if (!target.kind().deprecation().isEmpty()) {
      target.warnings().add(target.kind().deprecation());
    }
    WriteOptions.check(target);
    if (usage != null && target.info().group().equals(ResourceMetricsHandler.GROUP)) {
      return usage.answer(target);
    }
    return switch (target.info().verb()) {
      case "get" -> stored(200, target, reads.get(target));
      case "list" -> reads.list(target);
      case "watch" -> reads.watch(target);
      case "create" -> create(target);
      case "update" -> settled(target, update(target));
      case "patch" -> settled(target, patch(target));
      case "delete" -> settled(target, delete(target));
      case "deletecollection" -> deleteCollection(target);
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private HandlerResponse settled(Target target, HandlerResponse answer) {
    naming.after(target);
    return answer;
  }

  private static void checkVerb(Target target) {
    String verb = target.info().verb();
    boolean status = target.subresource().equals("status");
    if (status && !target.kind().hasStatus()) {
      throw target.kind().facts().custom()
          ? StatusException.notFound(target.kind().type(), target.info().name())
          : StatusException.noSuchResource();
    }
    boolean part = status || target.part().isPresent();
    boolean allowed =
        part ? List.of("get", "update", "patch").contains(verb) : target.kind().allows(verb);
    boolean shaped =
        switch (verb) {
          case "create" ->
              target.info().name().isEmpty()
                  && (!target.kind().type().namespaced() || !target.info().namespace().isEmpty());
          case "deletecollection" ->
              !target.kind().type().namespaced() || !target.info().namespace().isEmpty();
          case "update", "patch" -> !target.info().name().isEmpty();
          default -> true;
        };
    if (verb.equals("watch") && !List.of("GET", "HEAD").contains(target.request().method())) {
      throw StatusException.methodNotAllowed();
    }
    if (!allowed && target.kind().facts().custom()) {
      throw StatusException.methodNotSupported(target.kind().type(), verb);
    }
    if (!allowed || !shaped) {
      throw StatusException.methodNotAllowed();
    }
  }

  private HandlerResponse create(Target target) {
    if (target.kind().collection().equals("bindings")) {
      return bindings.create(target);
    }
    Optional<HandlerResponse> answer = questions.answer(target);
    if (answer.isPresent()) {
      return answer.get();
    }
    ObjectNode object = body(target);
    Stored made = creates.create(target, object, CreateHandler.By.UPDATE);
    naming.created(target, made);
    return stored(201, target, made);
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
    cleanup.removedOne(target);
    if (updated != null) {
      return stored(200, target, updated);
    }
    if (!target.kind().facts().createOnUpdate() || !target.subresource().isEmpty()) {
      throw StatusException.notFound(target.kind().type(), name);
    }
    if (!Meta.uid(object).isEmpty()) {
      throw StatusException.uidMismatch(
          target.kind().type(), target.kind().facts().custom(), target.key(), Meta.uid(object), "");
    }
    return stored(201, target, creates.create(target, object, CreateHandler.By.UPDATE));
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
      return stored(outcome.created() ? 201 : 200, target, outcome.object());
    }
    UpdateHandler.Change change = PatchHandler.read(target);
    Stored updated = updates.update(target, change, UpdateHandler.Owners.TRACK, true);
    if (updated == null) {
      throw StatusException.notFound(target.kind().type(), target.info().name());
    }
    cleanup.removedOne(target);
    return stored(200, target, updated);
  }

  private HandlerResponse delete(Target target) {
    var options = DeleteOptions.of(target.request());
    var representation = Representation.of(target);
    DeleteHandler.warn(target, options);
    boolean definition = target.kind().collection().equals(CrdFinalizer.COLLECTION);
    if (definition && options.dryRun().isEmpty()) {
      cleanup.before(target);
    }
    DeleteHandler.Outcome outcome = deletes.delete(target, target.key(), options);
    if (definition) {
      cleanup.after(target);
    }
    if (outcome.removed()) {
      cleanup.removedOne(target);
    }
    if (!outcome.removed() || target.kind().facts().deleteReturnsObject()) {
      return stored(200, target, outcome.object());
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
    var options = DeleteOptions.of(target.request());
    var listing = ListOptions.of(target.request(), target.info(), target.kind());
    var representation = Representation.of(target);
    DeleteHandler.warn(target, options);
    ReadHandler.Page page = reads.page(target.kind(), listing);
    for (Stored object : page.objects()) {
      Cancellation.check();
      deletes.deleteIfThere(target, object.key(), options);
    }
    return new HandlerResponse.Whole(
        representation.list(
            target.kind(),
            page.objects(),
            ReadHandler.metadata(page, target.kind()),
            target.warnings()));
  }

  private static HandlerResponse stored(int status, Target target, Stored object) {
    return new HandlerResponse.Whole(
        Representation.of(target).object(status, target.kind(), object, target.warnings()));
  }

  /** For subresources that change the object they belong to. */
  Stored change(Target target, UpdateHandler.Change change) {
    return change(target, change, UpdateHandler.Owners.TRACK);
  }

  Stored change(Target target, UpdateHandler.Change change, UpdateHandler.Owners owners) {
    Stored updated = updates.update(target, change, owners, true);
    if (updated == null) {
      throw StatusException.notFound(target.kind().type(), target.info().name());
    }
    return updated;
  }

  ReadHandler reads() {
    return reads;
  }

  Admission admission() {
    return admission;
  }

  ScaleHandler scales() {
    return scales;
  }

  BindingHandler bindings() {
    return bindings;
  }

  EvictionHandler evictions() {
    return evictions;
  }

  DeleteHandler deletes() {
    return deletes;
  }
}
