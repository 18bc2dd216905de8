package io.coxswain.apiserver.error;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A rejected request, with the Status object of the response in upstream's words. */
public final class StatusException extends RuntimeException {
  private final ObjectNode status;

  private StatusException(ObjectNode status) {
    super(status.path("message").asText(), null, false, false);
    this.status = status;
  }

  public ObjectNode status() {
    return status;
  }

  public int code() {
    return status.path("code").asInt();
  }

  /** Any rejection; an empty reason is omitted. */
  public static StatusException of(int code, String reason, String message) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Failure").put("message", message);
    if (!reason.isEmpty()) {
      status.put("reason", reason);
    }
    status.put("code", code);
    return new StatusException(status);
  }

  public static StatusException notFound(ResourceType type, String name) {
    return of(404, "NotFound", type.qualifiedPlural() + quoted(name) + " not found")
        .about(type, name);
  }

  public static StatusException namespaceNotFound(String name) {
    return notFound(new ResourceType("", "v1", "Namespace", "namespaces", false), name);
  }

  /** The path does not exist in a served group and version. */
  public static StatusException noSuchResource() {
    return of(404, "NotFound", "the server could not find the requested resource").details();
  }

  public static StatusException alreadyExists(ResourceType type, String name, boolean deleting) {
    return of(
            409,
            "AlreadyExists",
            (deleting ? "object is being deleted: " : "")
                + type.qualifiedPlural()
                + quoted(name)
                + " already exists")
        .about(type, name);
  }

  public static StatusException namesUsedUp(ResourceType type, String name) {
    return of(
            409,
            "AlreadyExists",
            type.qualifiedPlural()
                + quoted(name)
                + " already exists, the server was not able to generate a unique name for the"
                + " object")
        .about(type, name)
        .retryAfter(1);
  }

  public static StatusException conflict(ResourceType type, String name, String why) {
    return of(
            409,
            "Conflict",
            "Operation cannot be fulfilled on "
                + type.qualifiedPlural()
                + quoted(name)
                + ": "
                + why)
        .about(type, name);
  }

  public static StatusException modified(ResourceType type, String name) {
    return conflict(
        type,
        name,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }

  /** Upstream's storage names, where they differ from the resource. */
  private static final Map<String, String> STORED_IN =
      Map.of(
          "services", "services/specs",
          "endpoints", "services/endpoints",
          "replicationcontrollers", "controllers",
          "ingresses", "ingress",
          "nodes", "minions");

  /** The object has another UID than the request; in the words of upstream's storage. */
  public static StatusException uidMismatch(
      ResourceType type, boolean custom, ObjectKey key, String asked, String found) {
    String folder = STORED_IN.getOrDefault(type.plural(), type.plural());
    String path = (custom ? type.group() + "/" : "") + folder + "/" + key;
    return conflict(
        type,
        key.name(),
        "StorageError: invalid object, Code: 4, Key: /registry/"
            + path
            + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: "
            + asked
            + ", UID in object meta: "
            + found);
  }

  /** The precondition of a delete failed; upstream names the Kind here. */
  public static StatusException deletePrecondition(ResourceType type, String name, String why) {
    var refusal =
        of(
            409,
            "Conflict",
            "Operation cannot be fulfilled on "
                + type.kind()
                + (type.group().isEmpty() ? "" : "." + type.group())
                + quoted(name)
                + ": "
                + why);
    ObjectNode details = refusal.status.putObject("details");
    details.put("name", name);
    putUnlessEmpty(details, "group", type.group());
    details.put("kind", type.kind());
    return refusal;
  }

  public static StatusException forbidden(ResourceType type, String name, String why) {
    return of(
            403,
            "Forbidden",
            type.qualifiedPlural() + (name.isEmpty() ? "" : quoted(name)) + " is forbidden: " + why)
        .about(type, name);
  }

  /** Like {@link #forbidden(ResourceType, String, String)}, with a message of its own. */
  public static StatusException forbiddenWith(ResourceType type, String name, String message) {
    return of(403, "Forbidden", message).about(type, name);
  }

  public static StatusException forbidden(String why) {
    return of(403, "Forbidden", "forbidden: " + why).details();
  }

  /** The object violates the rules of its kind. */
  public static StatusException invalid(ResourceType asked, String name, List<FieldError> errors) {
    ResourceType type = told(asked);
    String kind = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
    return invalid(kind, type.group(), type.kind(), name, errors);
  }

  /** Like {@link #invalid(ResourceType, String, List)}, but names the resource, as updates do. */
  public static StatusException invalidResource(
      ResourceType type, String name, List<FieldError> errors) {
    return invalid(type.qualifiedPlural(), type.group(), type.plural(), name, errors);
  }

  public static StatusException invalid(
      String subject, String group, String kind, String name, List<FieldError> all) {
    List<FieldError> errors = FieldError.bounded(all);
    // Duplicates appear once in the message, but not in the causes.
    List<String> texts = errors.stream().map(FieldError::toString).distinct().toList();
    String text =
        texts.size() == 1
            ? texts.getFirst()
            : texts.stream().collect(Collectors.joining(", ", "[", "]"));
    var refusal = of(422, "Invalid", subject + quoted(name) + " is invalid: " + text);
    ObjectNode details = refusal.status.putObject("details");
    putUnlessEmpty(details, "name", name);
    putUnlessEmpty(details, "group", group);
    putUnlessEmpty(details, "kind", kind);
    for (FieldError error : errors) {
      refusal.cause(error.reason(), error.message(), error.field());
    }
    return refusal;
  }

  /** A parameter that is not a 64-bit integer. */
  public static StatusException badNumber(String text) {
    return badRequest(
        "strconv.ParseInt: parsing \""
            + text
            + "\": "
            + (text.matches("[+-]?[0-9]+") ? "value out of range" : "invalid syntax"));
  }

  public static StatusException badRequest(String message) {
    return of(400, "BadRequest", message);
  }

  /** The name of the object differs from the path. */
  public static StatusException otherName(String name, String inPath) {
    return badRequest(
        "the name of the object ("
            + name
            + ") does not match the name on the URL ("
            + inPath
            + ")");
  }

  /** The object has no name, but the path has. */
  public static StatusException undeterminable(String inPath) {
    return badRequest(
        "the name of the object ("
            + inPath
            + " based on URL) was undeterminable: name must be provided");
  }

  public static StatusException otherNamespace() {
    return badRequest(
        "the namespace of the provided object does not match the namespace sent on the request");
  }

  public static StatusException unauthorized() {
    return of(401, "Unauthorized", "Unauthorized");
  }

  public static StatusException methodNotAllowed() {
    return of(
            405,
            "MethodNotAllowed",
            "the server does not allow this method on the requested resource")
        .details();
  }

  public static StatusException methodNotSupported(ResourceType type, String verb) {
    return of(
            405,
            "MethodNotAllowed",
            verb + " is not supported on resources of kind \"" + type.qualifiedPlural() + "\"")
        .about(type, "");
  }

  public static StatusException notAcceptable(List<String> accepted) {
    return of(
        406,
        "NotAcceptable",
        "only the following media types are accepted: " + String.join(", ", accepted));
  }

  /** None of the accepted media types is available. */
  public static StatusException notNegotiable(List<String> offered) {
    return of(
            406,
            "NotAcceptable",
            "406: Not Acceptable\n\nAvailable representations: " + String.join(", ", offered))
        .details();
  }

  public static StatusException wrongForm(String message) {
    return of(406, "NotAcceptable", message);
  }

  public static StatusException unsupportedMediaType(List<String> accepted) {
    return of(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: "
            + String.join(", ", accepted));
  }

  public static StatusException unsupportedPatch() {
    return of(415, "UnsupportedMediaType", "415: Unsupported Media Type").details();
  }

  public static StatusException tooLarge(String what) {
    return of(413, "RequestEntityTooLarge", "Request entity too large: " + what);
  }

  public static StatusException expired(String message) {
    return of(410, "Expired", message);
  }

  public static StatusException tooManyRequests(String message, int retryAfterSeconds) {
    return of(429, "TooManyRequests", message).retryAfter(retryAfterSeconds);
  }

  public static StatusException timeout(String message) {
    return of(504, "Timeout", "Timeout: " + message);
  }

  public static StatusException serviceUnavailable(String message) {
    return of(503, "ServiceUnavailable", message);
  }

  public static StatusException internal(String message) {
    return of(500, "InternalError", "Internal error occurred: " + message).cause("", message, "");
  }

  /** An error that upstream does not classify. */
  public static StatusException unclassified(String message) {
    return of(500, "", message);
  }

  public static StatusException notImplemented(String what) {
    return of(501, "NotImplemented", what + " is not offered by this server");
  }

  public StatusException cause(String reason, String message, String field) {
    ObjectNode cause = causes().addObject();
    putUnlessEmpty(cause, "reason", reason);
    cause.put("message", message);
    putUnlessEmpty(cause, "field", field);
    return this;
  }

  /** The same message with another code and reason. */
  public StatusException as(int code, String reason) {
    status.put("reason", reason).put("code", code);
    return this;
  }

  public StatusException retryAfter(int seconds) {
    status.withObject("/details").put("retryAfterSeconds", seconds);
    return this;
  }

  private ArrayNode causes() {
    return status.withObject("/details").withArray("/causes");
  }

  /** Adds empty details, as upstream does for some errors. */
  public StatusException details() {
    status.withObject("/details");
    return this;
  }

  /** Events of both groups are reported as those of the older one. */
  private static ResourceType told(ResourceType type) {
    return type.group().equals("events.k8s.io")
        ? new ResourceType("", "v1", type.kind(), type.plural(), type.namespaced())
        : type;
  }

  private StatusException about(ResourceType type, String name) {
    ObjectNode details = status.withObject("/details");
    putUnlessEmpty(details, "name", name);
    putUnlessEmpty(details, "group", type.group());
    details.put("kind", type.plural());
    return this;
  }

  private static void putUnlessEmpty(ObjectNode node, String name, String value) {
    if (!value.isEmpty()) {
      node.put(name, value);
    }
  }

  private static String quoted(String name) {
    return " \"" + name + "\"";
  }
}
