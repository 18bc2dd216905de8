package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServerOptions;
import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.review.Reviews;
import io.coxswain.apiserver.auth.token.AccountTokens;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
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
  private final AccessQuestions questions;
  private final Reads reads;
  private final Creates creates;
  private final Updates updates;
  private final Applies applies;
  private final Deletes deletes;
  private final Scales scales;
  private final DefinitionCleanup cleanup;
  private final DefinitionNaming naming;
  private final Evictions evictions;
  private final Bindings bindings;
  private final Subresources subresources;
  private final @Nullable UsageReads usage;

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
    this.usage = options.usage() == null ? null : new UsageReads(options.usage());
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
    this.reads = new Reads(store, hub, env.clock(), env.entropy());
    this.admission = new Admission(chain, contexts);
    this.questions = new AccessQuestions(reviews, contexts, ownership, admission);
    this.subresources =
        new Subresources(
            new PodStreams(store::head, options),
            new TokenRequests(store, tokens, ownership, env.clock()));
    this.creates =
        new Creates(
            store, contexts, ownership, admission, authorizer, env.entropy(), options.privileged());
    this.updates = new Updates(store, contexts, ownership, admission, options.privileged());
    this.applies = new Applies(creates, updates, ownership);
    this.scales = new Scales(ownership);
    this.deletes = new Deletes(store, env.clock(), admission, contexts);
    this.cleanup = new DefinitionCleanup(store, env.clock(), kinds, deletes);
    this.naming = new DefinitionNaming(store, env.clock(), kinds, updates);
    ServedKind pods = kinds.find(store.head(), "", "v1", "pods").orElseThrow();
    this.bindings = new Bindings(store, env.clock(), pods);
    this.evictions =
        new Evictions(
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
  public Optional<Answer> outOfScope(RequestInfo info, ApiRequest request) {
    if (info.namespace().isEmpty()) {
      return Optional.empty();
    }
    return kinds
        .find(store.head(), info.group(), info.version(), info.resource())
        .filter(kind -> !kind.type().namespaced())
        .map(kind -> new Answer.Whole(unknown(info, request)));
  }

  /** Answers a request about a resource; refusals are answers too. */
  public Answer handle(RequestInfo info, ApiRequest request, User user) {
    List<String> warnings = List.of();
    try {
      Body.checkSize(request);
      Timeouts.check(request);
      Optional<ServedKind> kind =
          kinds.find(store.head(), info.group(), info.version(), info.resource());
      if (kind.isEmpty() || !isPath(kind.get(), info)) {
        return new Answer.Whole(unknown(info, request));
      }
      checkName(info.name());
      var target = Target.of(info, kind.get(), request, user, clock);
      warnings = target.warnings();
      boolean object = info.subresource().isEmpty() || info.subresource().equals("status");
      return object || target.part().isPresent()
          ? object(target)
          : subresources.handle(target, this);
    } catch (StatusException e) {
      return new Answer.Whole(Answers.encoded(request, Answers.refusal(e, warnings)));
    } catch (UnwritableException e) {
      return new Answer.Whole(
          Answers.encoded(
              request,
              Answers.refusal(
                  StatusException.unclassified(String.valueOf(e.getMessage())), warnings)));
    } catch (StackOverflowError e) {
      // Input is bounded in depth; if some walk still needs more, only this request fails.
      log.error("request exhausted the stack, verb={}", info.verb());
      return new Answer.Whole(
          Answers.refusal(StatusException.badRequest("the request nests too deeply")));
    } catch (CancelledException e) {
      throw e;
    } catch (CancellationException e) {
      throw new CancelledException();
    } catch (RuntimeException e) {
      log.error("request failed, verb={}", info.verb(), e);
      return new Answer.Whole(
          Answers.encoded(
              request, Answers.refusal(StatusException.internal(String.valueOf(e.getMessage())))));
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
        ? Answers.encoded(request, Answers.refusal(StatusException.noSuchResource()))
        : Answers.pageNotFound();
  }

  private Answer object(Target target) {
    checkVerb(target);
    var _ = Representation.of(target);
    if (!target.kind().deprecation().isEmpty()) {
      target.warnings().add(target.kind().deprecation());
    }
    WriteOptions.check(target);
    if (usage != null && target.info().group().equals(UsageReads.GROUP)) {
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

  private Answer settled(Target target, Answer answer) {
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

  private Answer create(Target target) {
    if (target.kind().collection().equals("bindings")) {
      return bindings.create(target);
    }
    Optional<Answer> answer = questions.answer(target);
    if (answer.isPresent()) {
      return answer.get();
    }
    ObjectNode object = body(target);
    Stored made = creates.create(target, object, Creates.By.UPDATE);
    naming.created(target, made);
    return stored(201, target, made);
  }

  private Answer update(Target target) {
    ObjectNode object = body(target);
    String name = Meta.name(object);
    Updates.checkName(object, target.info().name());
    checkNamespace(target, object);
    Stored updated =
        updates.update(
            target,
            current -> object.deepCopy(),
            Updates.Owners.TRACK,
            target.kind().facts().unconditionalUpdate());
    cleanup.removedOne(target);
    if (updated != null) {
      return stored(200, target, updated);
    }
    if (!target.kind().facts().createOnUpdate() || !target.subresource().isEmpty()) {
      throw StatusException.notFound(target.kind().type(), name);
    }
    if (!Meta.uid(object).isEmpty()) {
      throw StatusException.uidMismatch(target.kind(), target.key(), Meta.uid(object), "");
    }
    return stored(201, target, creates.create(target, object, Creates.By.UPDATE));
  }

  private static ObjectNode body(Target target) {
    var kind = target.kind();
    ObjectNode object =
        Body.object(target.request(), kind.type(), kind.facts().custom(), target.repeated());
    Forms.take(target, object);
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

  private Answer patch(Target target) {
    if (Body.mediaType(target.request()).equals(Patches.APPLY)) {
      Applies.Outcome outcome = applies.apply(target);
      return stored(outcome.created() ? 201 : 200, target, outcome.object());
    }
    Updates.Change change = Patches.read(target);
    Stored updated = updates.update(target, change, Updates.Owners.TRACK, true);
    if (updated == null) {
      throw StatusException.notFound(target.kind().type(), target.info().name());
    }
    cleanup.removedOne(target);
    return stored(200, target, updated);
  }

  private Answer delete(Target target) {
    var options = DeleteOptions.of(target.request());
    var representation = Representation.of(target);
    Deletes.warn(target, options);
    boolean definition = target.kind().collection().equals(DefinitionCleanup.COLLECTION);
    if (definition && options.dryRun().isEmpty()) {
      cleanup.before(target);
    }
    Deletes.Outcome outcome = deletes.delete(target, target.key(), options);
    if (definition) {
      cleanup.after(target);
    }
    if (outcome.removed()) {
      cleanup.removedOne(target);
    }
    if (!outcome.removed() || target.kind().facts().deleteReturnsObject()) {
      return stored(200, target, outcome.object());
    }
    return new Answer.Whole(
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

  private Answer deleteCollection(Target target) {
    var options = DeleteOptions.of(target.request());
    var listing = ListOptions.of(target.request(), target.info(), target.kind());
    var representation = Representation.of(target);
    Deletes.warn(target, options);
    Reads.Page page = reads.page(target.kind(), listing);
    for (Stored object : page.objects()) {
      Cancellation.check();
      deletes.deleteIfThere(target, object.key(), options);
    }
    return new Answer.Whole(
        representation.list(
            target.kind(), page.objects(), Reads.metadata(page, target.kind()), target.warnings()));
  }

  private static Answer stored(int status, Target target, Stored object) {
    return new Answer.Whole(
        Representation.of(target).object(status, target.kind(), object, target.warnings()));
  }

  /** For subresources that change the object they belong to. */
  Stored change(Target target, Updates.Change change) {
    return change(target, change, Updates.Owners.TRACK);
  }

  Stored change(Target target, Updates.Change change, Updates.Owners owners) {
    Stored updated = updates.update(target, change, owners, true);
    if (updated == null) {
      throw StatusException.notFound(target.kind().type(), target.info().name());
    }
    return updated;
  }

  Reads reads() {
    return reads;
  }

  Admission admission() {
    return admission;
  }

  Scales scales() {
    return scales;
  }

  Bindings bindings() {
    return bindings;
  }

  Evictions evictions() {
    return evictions;
  }

  Deletes deletes() {
    return deletes;
  }
}
