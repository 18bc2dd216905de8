package io.coxswain.apiserver.rest;

import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import java.util.List;
import java.util.Optional;

/**
 * Who may do what: administrators everything, others only what everyone may see. Roles are stored
 * but not consulted.
 */
public final class Authorizer {
  private static final List<String> PUBLIC = List.of("/version", "/healthz", "/livez", "/readyz");

  private Authorizer() {}

  /** Why the request may not be made; empty when it may. */
  public static Optional<StatusException> refusal(RequestInfo info, ApiRequest request, User user) {
    if (user.groups().contains("system:masters")) {
      return Optional.empty();
    }
    if (!info.isResource()) {
      boolean discovery =
          request.path().startsWith("/api") || request.path().startsWith("/openapi");
      boolean known = user.groups().contains("system:authenticated");
      if (PUBLIC.contains(request.path()) || (discovery && known)) {
        return Optional.empty();
      }
      return Optional.of(
          StatusException.forbidden(
              "User \""
                  + user.name()
                  + "\" cannot "
                  + info.verb()
                  + " path \""
                  + request.path()
                  + "\""));
    }
    String resource =
        info.subresource().isEmpty() ? info.resource() : info.resource() + "/" + info.subresource();
    return Optional.of(
        StatusException.forbidden(
            new ResourceType(info.group(), info.version(), "", info.resource(), true),
            info.name(),
            "User \""
                + user.name()
                + "\" cannot "
                + info.verb()
                + " resource \""
                + resource
                + "\" in API group \""
                + info.group()
                + "\""
                + (info.namespace().isEmpty()
                    ? " at the cluster scope"
                    : " in the namespace \"" + info.namespace() + "\"")));
  }
}
