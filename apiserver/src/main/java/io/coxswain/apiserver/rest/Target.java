package io.coxswain.apiserver.rest;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.kinds.AuditAnnotations;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A resource request and the kind it resolved to.
 *
 * @param warnings collected while the request is handled
 * @param annotations of the audit events of the request
 * @param repeated the errors about duplicate keys in the body
 */
record Target(
    RequestInfo info,
    ServedKind kind,
    ApiRequest request,
    User user,
    Clock clock,
    List<String> warnings,
    AuditAnnotations annotations,
    List<String> repeated) {

  static Target of(RequestInfo info, ServedKind kind, ApiRequest request, User user, Clock clock) {
    return of(info, kind, request, user, clock, new AuditAnnotations());
  }

  static Target of(
      RequestInfo info,
      ServedKind kind,
      ApiRequest request,
      User user,
      Clock clock,
      AuditAnnotations annotations) {
    return new Target(
        info, kind, request, user, clock, new ArrayList<>(), annotations, new ArrayList<>());
  }

  /** The same request, with its body interpreted as another kind. */
  Target as(ServedKind other) {
    return new Target(info, other, request, user, clock, warnings, annotations, repeated);
  }

  ObjectKey key() {
    return ObjectKey.of(info.namespace(), info.name());
  }

  ObjectKey key(String name) {
    return ObjectKey.of(info.namespace(), name);
  }

  /** The strategy of the subresource in the path, if it is written like the whole object. */
  Optional<Strategy> part() {
    return kind.strategy().part(info.subresource());
  }

  String subresource() {
    return info.subresource();
  }

  Origin origin() {
    String agent = request.header("user-agent");
    return new Origin(info.verb(), user.name(), agent == null ? "" : agent);
  }

  boolean dryRun() {
    boolean dry = false;
    for (var parameter : request.query()) {
      if (parameter.name().equals("dryRun")) {
        dry |= parameter.value().equals("All");
      }
    }
    return dry;
  }

  /** Whether the body has the kind of the resource. */
  boolean isObject() {
    return subresource().isEmpty()
        || subresource().equals("status")
        || part().isPresent()
        || kind.type().kind().equals("Scale");
  }

  /** The field manager of this request. */
  String fieldManager() {
    String asked = request.query("fieldManager");
    if (asked != null && !asked.isEmpty()) {
      return asked;
    }
    String agent = request.header("user-agent");
    if (agent == null) {
      return "unknown";
    }
    var name = new StringBuilder();
    agent
        .split("/", 2)[0]
        .codePoints()
        .filter(c -> c >= 0x20 && c != 0x7f)
        .limit(128)
        .forEach(name::appendCodePoint);
    return name.isEmpty() ? "unknown" : name.toString();
  }
}
