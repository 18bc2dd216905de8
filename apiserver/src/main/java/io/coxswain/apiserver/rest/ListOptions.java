package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.sharding.ShardSelector;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.schema.GoJson;
import io.coxswain.apiserver.store.Log;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a list, watch or deletecollection.
 *
 * @param shard selects objects by a hash; null for all
 */
record ListOptions(
    LabelSelector labels,
    FieldSelector fields,
    String namespace,
    String name,
    long limit,
    String continued,
    String resourceVersion,
    String match,
    @Nullable Boolean sendInitialEvents,
    boolean bookmarks,
    @Nullable Long timeoutSeconds,
    @Nullable ShardSelector shard,
    ServedKind kind)
    implements Predicate<Stored> {

  /**
   * The position in a paged list.
   *
   * @param revision the snapshot of all pages; -1 for the current one
   * @param start the first key of this page, relative to the collection or the namespace listed
   * @param started when the first page was read, in seconds of the epoch; 0 if unknown
   */
  record Token(long revision, String start, long started) {
    private static final String ALPHABET =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    String encode() {
      var json = Json.MAPPER.createObjectNode();
      json.put("v", "meta.k8s.io/v1").put("rv", revision).put("start", "/" + start);
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
        throw invalid("server does not recognize this encoded version " + version);
      }
      if (json.path("rv").asLong() == 0) {
        throw invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
      }
      String start = json.path("start").asText("");
      if (start.isEmpty()) {
        throw invalid("encoded start key empty (version meta.k8s.io/v1)");
      }
      String relative = start.startsWith("/") ? start.substring(1) : start;
      boolean clean =
          Arrays.stream(relative.split("/", -1))
              .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
      if (!clean) {
        throw invalid(start);
      }
      return new Token(
          json.path("rv").asLong(), relative, Math.max(0, json.path("started").asLong()));
    }

    /** A position after the object in a list of one namespace, or of all if it is empty. */
    static String after(ObjectKey key, String namespace) {
      return (namespace.isEmpty() ? key.toString() : key.name()) + "\0";
    }

    /** The first key of this page in a list of one namespace, or of all if it is empty. */
    ObjectKey from(String namespace, boolean namespaced) {
      if (!namespace.isEmpty() || !namespaced) {
        return ObjectKey.of(namespace, start);
      }
      int slash = start.indexOf('/');
      return slash < 0
          ? ObjectKey.of(start, "")
          : ObjectKey.of(start.substring(0, slash), start.substring(slash + 1));
    }

    /** Base64 for URLs without padding. */
    private static byte[] bytes(String text) {
      int at = 0;
      while (at < text.length() && ALPHABET.indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      boolean lonely = at == text.length() && at % 4 == 1;
      if (lonely || at < text.length()) {
        throw invalid("illegal base64 data at input byte " + (lonely ? at - 1 : at));
      }
      return Base64.getUrlDecoder().decode(text);
    }

    private static JsonNode json(byte[] decoded) {
      JsonNode json;
      try {
        json = Json.MAPPER.readTree(decoded);
      } catch (IOException e) {
        throw invalid(GoJson.problem(decoded).orElse(String.valueOf(e.getMessage())));
      }
      if (!json.isObject() && !json.isNull()) {
        throw invalid(
            "json: cannot unmarshal "
                + Body.goName(json)
                + " into Go value of type storage.continueToken");
      }
      checkField(json, "v", "string", json.path("v").isTextual());
      checkField(json, "rv", "int64", json.path("rv").isIntegralNumber());
      checkField(json, "start", "string", json.path("start").isTextual());
      return json;
    }

    private static void checkField(JsonNode json, String name, String type, boolean typed) {
      if (json.hasNonNull(name) && !typed) {
        throw invalid(
            "json: cannot unmarshal "
                + Body.goName(json.path(name))
                + " into Go struct field continueToken."
                + name
                + " of type "
                + type);
      }
    }

    private static StatusException invalid(String why) {
      return StatusException.badRequest(
          "invalid continue token: continue key is not valid: " + why);
    }
  }

  /**
   * @param sharded whether the server knows shard selectors; if not, it ignores them like any
   *     unknown parameter
   */
  static ListOptions of(ApiRequest request, RequestInfo info, ServedKind kind, boolean sharded) {
    // In the order of upstream's conversion, which decides what is reported first.
    Long timeoutSeconds =
        request.query("timeoutSeconds") == null ? null : number(request, "timeoutSeconds", 0);
    long limit = number(request, "limit", 0);
    var options =
        new ListOptions(
            LabelSelectors.parse(text(request, "labelSelector")),
            FieldSelector.parse(text(request, "fieldSelector"), kind),
            info.namespace(),
            info.name(),
            limit,
            text(request, "continue"),
            text(request, "resourceVersion"),
            text(request, "resourceVersionMatch"),
            request.query("sendInitialEvents") == null
                ? null
                : RequestInfo.isTrue(request.query("sendInitialEvents")),
            RequestInfo.isTrue(request.query("allowWatchBookmarks")),
            timeoutSeconds,
            sharded ? shard(text(request, "shardSelector")) : null,
            kind);
    options.check(info.verb().equals("watch"));
    return options;
  }

  /** A malformed selector is an unclassified error, as upstream has it. */
  private static @Nullable ShardSelector shard(String text) {
    try {
      return text.isEmpty() ? null : ShardSelector.parse(text);
    } catch (IllegalArgumentException e) {
      throw StatusException.unclassified("invalid shard selector: " + e.getMessage());
    }
  }

  /** The position that the list continues at; null for the beginning. */
  @Nullable Token token() {
    return continued.isEmpty() ? null : Token.decode(continued);
  }

  private static String text(ApiRequest request, String name) {
    String value = request.query(name);
    return value == null ? "" : value;
  }

  private static long number(ApiRequest request, String name, long absent) {
    String value = request.query(name);
    return value == null ? absent : IntegerParameter.parse(value);
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
      } else if (!match.equals("NotOlderThan")) {
        errors.add(
            FieldError.forbidden(
                "resourceVersionMatch",
                "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
      }
      if (!match.isEmpty() && !match.equals("NotOlderThan")) {
        errors.add(
            FieldError.notSupported(
                "resourceVersionMatch", TextNode.valueOf(match), List.of("NotOlderThan")));
      }
      // A watch from any revision sends initial events, as if NotOlderThan had been specified.
      boolean fromAnywhere = resourceVersion.isEmpty() || resourceVersion.equals("0");
      boolean matches = !match.isEmpty() || (sendInitialEvents == null && fromAnywhere);
      if (matches && !continued.isEmpty()) {
        errors.add(continueForbidden());
      }
    } else {
      checkList(errors);
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(
          "ListOptions.meta.k8s.io", "meta.k8s.io", "ListOptions", "", errors);
    }
    if (!watch && token() != null && !resourceVersion.isEmpty() && !resourceVersion.equals("0")) {
      throw StatusException.badRequest(
          "specifying resource version is not allowed when using continue");
    }
  }

  private static FieldError continueForbidden() {
    return FieldError.forbidden(
        "resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
  }

  private void checkList(List<FieldError> errors) {
    if (!match.isEmpty()) {
      checkMatch(errors);
    }
    if (sendInitialEvents != null) {
      errors.add(
          FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    }
  }

  private void checkMatch(List<FieldError> errors) {
    if (resourceVersion.isEmpty()) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (!continued.isEmpty()) {
      errors.add(continueForbidden());
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

  /** The most selective property that all selected objects share; empty if there is none. */
  String interest() {
    if (!name.isEmpty()) {
      return Log.interest("metadata.name", name);
    }
    for (FieldSelector.Term term : fields.terms()) {
      // The store indexes the fields of the version in which an object was written.
      boolean everyVersion = term.field().startsWith("metadata.") || !kind.hasSelectableFields();
      if (term.equal() && everyVersion) {
        return Log.interest(term.field(), term.value());
      }
    }
    return namespace.isEmpty() ? "" : Log.interest("metadata.namespace", namespace);
  }

  boolean hasSelector() {
    return !labels.terms().isEmpty() || !fields.terms().isEmpty() || shard != null;
  }

  @Override
  public boolean test(Stored object) {
    return (namespace.isEmpty() || object.key().namespace().equals(namespace))
        && (name.isEmpty() || object.key().name().equals(name))
        && (shard == null || shard.test(object.key().namespace(), object.uid()))
        && labels.test(object.labels())
        && (fields.terms().isEmpty() || fields.test(kind.selectableFields(object)));
  }
}
