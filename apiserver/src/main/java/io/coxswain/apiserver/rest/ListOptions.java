package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.schema.GoJson;
import io.coxswain.apiserver.store.Log;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The parameters of a list, watch or deletecollection. */
record ListOptions(
    LabelSelector labels,
    FieldSelector fields,
    String namespace,
    String name,
    long limit,
    @Nullable Token token,
    String resourceVersion,
    String match,
    @Nullable Boolean sendInitialEvents,
    boolean bookmarks,
    @Nullable Long timeoutSeconds,
    ServedKind kind)
    implements Predicate<Stored> {

  /**
   * Where a paged list goes on.
   *
   * @param revision the snapshot that all pages show; -1 for the present one
   * @param after the last key of the page before
   * @param started when the first page was read, in seconds of the epoch; 0 when that is not known
   */
  record Token(long revision, ObjectKey after, long started) {

    String encode() {
      var json = Json.MAPPER.createObjectNode();
      json.put("v", "meta.k8s.io/v1").put("rv", revision).put("start", after + "\0");
      if (started > 0) {
        json.put("started", started);
      }
      return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(json));
    }

    static Token decode(String text) {
      byte[] decoded = bytes(text);
      JsonNode json = json(decoded);
      String version = json.path("v").asText("");
      if (!version.equals("meta.k8s.io/v1")) {
        throw invalid("server does not recognize this encoded version \"" + version + "\"");
      }
      String start = json.path("start").asText("");
      if (start.isEmpty()) {
        throw invalid("encoded start key empty (version meta.k8s.io/v1)");
      }
      String key = start.endsWith("\0") ? start.substring(0, start.length() - 1) : start;
      int slash = key.indexOf('/');
      return new Token(
          json.path("rv").asLong(),
          slash < 0
              ? ObjectKey.of(key)
              : ObjectKey.of(key.substring(0, slash), key.substring(slash + 1)),
          Math.max(0, json.path("started").asLong()));
    }

    private static byte[] bytes(String text) {
      try {
        return Base64.getUrlDecoder().decode(text);
      } catch (IllegalArgumentException e) {
        int at = 0;
        while (at < text.length()
            && (Character.isLetterOrDigit(text.charAt(at)) || "-_".indexOf(text.charAt(at)) >= 0)) {
          at++;
        }
        throw invalid("illegal base64 data at input byte " + at);
      }
    }

    private static JsonNode json(byte[] decoded) {
      try {
        return Json.MAPPER.readTree(decoded);
      } catch (IOException e) {
        throw invalid(GoJson.problem(decoded).orElse(String.valueOf(e.getMessage())));
      }
    }

    private static StatusException invalid(String why) {
      return StatusException.badRequest(
          "invalid continue token: continue key is not valid: " + why);
    }
  }

  static ListOptions of(ApiRequest request, RequestInfo info, ServedKind kind) {
    String token = text(request, "continue");
    var options =
        new ListOptions(
            LabelSelectors.parse(text(request, "labelSelector")),
            FieldSelector.parse(text(request, "fieldSelector"), kind),
            info.namespace(),
            info.name(),
            number(request, "limit", 0),
            token.isEmpty() ? null : Token.decode(token),
            text(request, "resourceVersion"),
            text(request, "resourceVersionMatch"),
            request.query("sendInitialEvents") == null
                ? null
                : RequestInfo.isTrue(request.query("sendInitialEvents")),
            RequestInfo.isTrue(request.query("allowWatchBookmarks")),
            request.query("timeoutSeconds") == null ? null : number(request, "timeoutSeconds", 0),
            kind);
    options.check(info.verb().equals("watch"));
    return options;
  }

  private static String text(ApiRequest request, String name) {
    String value = request.query(name);
    return value == null ? "" : value;
  }

  private static long number(ApiRequest request, String name, long absent) {
    String value = request.query(name);
    if (value == null || value.isEmpty()) {
      return absent;
    }
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw StatusException.badNumber(value);
    }
  }

  private void check(boolean watch) {
    var errors = new ArrayList<FieldError>();
    if (watch) {
      if (sendInitialEvents == null) {
        if (!match.isEmpty()) {
          errors.add(
              FieldError.forbidden(
                  "resourceVersionMatch",
                  "resourceVersionMatch is forbidden for watch unless sendInitialEvents is"
                      + " provided"));
        }
      } else if (match.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                "resourceVersionMatch",
                "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
      } else if (!match.equals("NotOlderThan")) {
        errors.add(
            FieldError.notSupported(
                "resourceVersionMatch", TextNode.valueOf(match), List.of("NotOlderThan")));
      }
    } else {
      checkList(errors);
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(
          "ListOptions.meta.k8s.io", "meta.k8s.io", "ListOptions", "", errors);
    }
    if (!watch && token != null && !resourceVersion.isEmpty() && !resourceVersion.equals("0")) {
      throw StatusException.badRequest(
          "specifying resource version is not allowed when using continue");
    }
  }

  private void checkList(List<FieldError> errors) {
    if (sendInitialEvents != null) {
      errors.add(
          FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    }
    if (match.isEmpty()) {
      return;
    }
    if (resourceVersion.isEmpty()) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (token != null) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch is forbidden when continue is provided"));
    }
    if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
      errors.add(
          FieldError.notSupported(
              "resourceVersionMatch",
              TextNode.valueOf(match),
              List.of("Exact", "NotOlderThan", "")));
    }
    if (match.equals("Exact") && resourceVersion.equals("0")) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
    }
  }

  /** What every object of the selection has in common, the rarest first; empty when nothing. */
  String interest() {
    if (!name.isEmpty()) {
      return Log.interest("metadata.name", name);
    }
    for (FieldSelector.Term term : fields.terms()) {
      // The store knows the fields of the version that an object was written in.
      boolean everyVersion = term.field().startsWith("metadata.") || !kind.hasSelectableFields();
      if (term.equal() && everyVersion) {
        return Log.interest(term.field(), term.value());
      }
    }
    return namespace.isEmpty() ? "" : Log.interest("metadata.namespace", namespace);
  }

  boolean hasSelector() {
    return !labels.terms().isEmpty() || !fields.terms().isEmpty();
  }

  @Override
  public boolean test(Stored object) {
    return (namespace.isEmpty() || object.key().namespace().equals(namespace))
        && (name.isEmpty() || object.key().name().equals(name))
        && labels.test(object.labels())
        && (fields.terms().isEmpty() || fields.test(kind.selectableFields(object)));
  }
}
