package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.auth.token.AccountTokens;
import io.coxswain.apiserver.auth.token.AccountTokens.Reference;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Issues service account tokens on request. */
final class TokenRequestHandler implements RequestHandler {
  private static final ResourceType TYPE =
      new ResourceType("authentication.k8s.io", "v1", "TokenRequest", "tokenrequests", true);
  private static final ServedKind KIND = KindBuilder.of(TYPE).build();
  private static final long MIN_SECONDS = 10 * 60;
  private static final long MAX_SECONDS = 1L << 32;
  private static final long DEFAULT_EXPIRATION_SECONDS = 3600;

  /** The lifetime that kubelets request; such a token is valid for a year, for old clients. */
  private static final long POD_SECONDS = 3607;

  private static final long YEAR_SECONDS = 365L * 24 * 60 * 60;

  private final Store store;
  private final AccountTokens tokens;
  private final Ownership ownership;
  private final Admission admission;
  private final Clock clock;

  TokenRequestHandler(
      Store store, AccountTokens tokens, Ownership ownership, Admission admission, Clock clock) {
    this.store = store;
    this.tokens = tokens;
    this.ownership = ownership;
    this.admission = admission;
    this.clock = clock;
  }

  @Override
  public HandlerResponse handle(Target target) {
    ObjectNode asked = Body.object(target.request(), TYPE, false);
    Target request = target.as(KIND);
    ObjectDecoder.decode(request, asked);
    ObjectNode spec = Meta.child(asked, "spec");
    if (!spec.path("expirationSeconds").isNumber()) {
      spec.put("expirationSeconds", DEFAULT_EXPIRATION_SECONDS);
    }
    ownership.created(request, asked);
    var attributes =
        admission.subresource(Operation.CREATE, target, TYPE, asked, MissingNode.getInstance());
    admission.mutate(attributes);
    Snapshot snapshot = store.head();
    Stored account = account(target, asked, snapshot);
    if (spec.path("audiences").isEmpty()) {
      spec.putArray("audiences").add(AccountTokens.ISSUER);
    }
    ObjectNode meta = Meta.of(asked);
    meta.put("name", account.key().name());
    meta.put("namespace", account.key().namespace());
    meta.put("uid", account.uid());
    Instant now = clock.now();
    meta.put("creationTimestamp", Meta.time(now));
    asked.remove("status");
    check(spec);
    admission.validate(attributes);
    var grant = grant(account, spec, snapshot);
    ObjectNode status = asked.putObject("status");
    status.put("token", tokens.issue(grant));
    status.put(
        "expirationTimestamp", Meta.time(now.plusSeconds(spec.path("expirationSeconds").asLong())));
    if (!spec.has("boundObjectRef")) {
      spec.putNull("boundObjectRef");
    }
    return new HandlerResponse.Whole(Representation.of(target).tree(201, asked, target.warnings()));
  }

  private static Stored account(Target target, ObjectNode asked, Snapshot snapshot) {
    String name = target.info().name();
    same("name", Meta.name(asked), name, name);
    same("namespace", Meta.namespace(asked), target.info().namespace(), name);
    Stored account = snapshot.find(target.kind().collection(), target.key());
    if (account == null) {
      throw StatusException.notFound(target.kind().type(), name);
    }
    String uid = Meta.uid(asked);
    if (!uid.isEmpty() && !uid.equals(account.uid())) {
      throw StatusException.conflict(
          new ResourceType(TYPE.group(), "v1", "", TYPE.kind(), true),
          name,
          "the UID in the token request ("
              + uid
              + ") does not match the UID of the service account ("
              + account.uid()
              + ")");
    }
    return account;
  }

  private static void same(String field, String asked, String inPath, String name) {
    if (!asked.isEmpty() && !asked.equals(inPath)) {
      throw StatusException.invalid(
          TYPE,
          name,
          List.of(
              FieldError.invalid(
                  "metadata." + field,
                  asked,
                  "must match the service account " + field + " if specified")));
    }
  }

  private static void check(ObjectNode spec) {
    var errors = new ArrayList<FieldError>();
    JsonNode seconds = spec.path("expirationSeconds");
    if (seconds.asLong() < MIN_SECONDS) {
      errors.add(
          FieldError.invalid(
              "spec.expirationSeconds",
              seconds,
              "may not specify a duration less than 10 minutes"));
    }
    if (seconds.asLong() > MAX_SECONDS) {
      errors.add(
          FieldError.invalid(
              "spec.expirationSeconds",
              seconds,
              "may not specify a duration larger than 2^32 seconds"));
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(TYPE, "", errors);
    }
  }

  private static AccountTokens.Grant grant(Stored account, ObjectNode spec, Snapshot snapshot) {
    JsonNode bound = spec.path("boundObjectRef");
    Reference pod = null;
    Reference node = null;
    Reference secret = null;
    if (bound.isObject()) {
      String name = Meta.text(bound, "/name");
      String kind = Meta.text(bound, "/kind");
      String version = Meta.text(bound, "/apiVersion");
      String namespace = account.key().namespace();
      switch (version.contains("/") ? "" : kind) {
        case "Pod" -> {
          Stored stored = find(snapshot, "pods", "Pod", ObjectKey.of(namespace, name), bound);
          JsonNode tree = stored.tree();
          checkAccount(account.key().name(), tree);
          checkUid("Pod", name, bound, stored);
          pod = new Reference(name, stored.uid());
          node = node(Meta.text(tree, "/spec/nodeName"), snapshot);
        }
        case "Node" -> {
          Stored stored = find(snapshot, "nodes", "Node", ObjectKey.of(name), bound);
          checkUid("Node", name, bound, stored);
          node = new Reference(name, stored.uid());
        }
        case "Secret" -> {
          Stored stored = find(snapshot, "secrets", "Secret", ObjectKey.of(namespace, name), bound);
          checkUid("Secret", name, bound, stored);
          secret = new Reference(name, stored.uid());
        }
        default ->
            throw StatusException.badRequest(
                "cannot bind token to object of type "
                    + (version.contains("/") ? version : "/" + version)
                    + ", Kind="
                    + kind);
      }
    }
    long seconds = spec.path("expirationSeconds").asLong();
    List<String> audiences = Meta.strings(spec.path("audiences"));
    boolean extended =
        pod != null
            && seconds == POD_SECONDS
            && List.of(AccountTokens.ISSUER).containsAll(audiences);
    return new AccountTokens.Grant(
        account.key(),
        account.uid(),
        audiences,
        extended ? YEAR_SECONDS : seconds,
        extended ? seconds : 0,
        pod,
        node,
        secret);
  }

  private static @Nullable Reference node(String name, Snapshot snapshot) {
    if (name.isEmpty()) {
      return null;
    }
    Stored node = snapshot.find("nodes", ObjectKey.of(name));
    return new Reference(name, node == null ? "" : node.uid());
  }

  private static Stored find(
      Snapshot snapshot, String plural, String kind, ObjectKey key, JsonNode bound) {
    Stored stored = snapshot.find(plural, key);
    if (stored == null) {
      throw StatusException.notFound(
          new ResourceType("", "v1", kind, plural, true), Meta.text(bound, "/name"));
    }
    return stored;
  }

  private static void checkAccount(String account, JsonNode pod) {
    if (!Meta.text(pod, "/spec/serviceAccountName").equals(account)) {
      throw StatusException.badRequest(
          "cannot bind token for serviceaccount \""
              + account
              + "\" to pod running with different serviceaccount name.");
    }
  }

  private static void checkUid(String kind, String name, JsonNode bound, Stored stored) {
    String uid = Meta.text(bound, "/uid");
    if (!uid.isEmpty() && !uid.equals(stored.uid())) {
      throw StatusException.conflict(
          new ResourceType("", "v1", "", kind, true),
          name,
          "the UID in the bound object reference ("
              + uid
              + ") does not match the UID in record. The object might have been deleted and then"
              + " recreated");
    }
  }
}
