package io.coxswain.apiserver.auth;

import io.coxswain.api.GoQuote;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;

/** The denial of a request, in upstream's words. */
public final class Forbidden {
  private Forbidden() {}

  public static StatusException of(AuthorizationAttributes access, String reason) {
    String text = escaped(text(access)) + (reason.isEmpty() ? "" : ": " + reason);
    if (!access.isResource()) {
      return StatusException.forbidden(text);
    }
    return StatusException.forbidden(
        new ResourceType(access.group(), "", "", access.resource(), true), access.name(), text);
  }

  private static String text(AuthorizationAttributes access) {
    String who = "User " + GoQuote.of(access.user().name()) + " cannot " + access.verb();
    if (!access.isResource()) {
      return who + " path " + GoQuote.of(access.path());
    }
    return who
        + " resource "
        + GoQuote.of(access.fullResource())
        + " in API group "
        + GoQuote.of(access.group())
        + (access.namespace().isEmpty()
            ? " at the cluster scope"
            : " in the namespace " + GoQuote.of(access.namespace()));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
