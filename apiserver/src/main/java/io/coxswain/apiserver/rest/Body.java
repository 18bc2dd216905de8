package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.schema.Duplicates;
import io.coxswain.apiserver.schema.GoJson;
import io.coxswain.apiserver.schema.NumberRangeException;
import io.coxswain.apiserver.yaml.GoYaml;
import io.coxswain.apiserver.yaml.YamlException;
import io.coxswain.cel.formats.FixedPattern;
import io.coxswain.env.ApiRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses request bodies. */
final class Body {
  /** Versions that are no longer served but whose kinds are still known. */
  private static final List<String> OLD_VERSIONS =
      List.of(
          "apps/v1beta1",
          "apps/v1beta2",
          "autoscaling/v2beta1",
          "autoscaling/v2beta2",
          "batch/v1beta1",
          "policy/v1beta1",
          "networking.k8s.io/v1beta1",
          "rbac.authorization.k8s.io/v1alpha1",
          "rbac.authorization.k8s.io/v1beta1",
          "storage.k8s.io/v1alpha1",
          "storage.k8s.io/v1beta1",
          "admissionregistration.k8s.io/v1alpha1",
          "admissionregistration.k8s.io/v1beta1",
          "certificates.k8s.io/v1beta1",
          "coordination.k8s.io/v1beta1",
          "discovery.k8s.io/v1beta1",
          "events.k8s.io/v1beta1",
          "flowcontrol.apiserver.k8s.io/v1beta1",
          "flowcontrol.apiserver.k8s.io/v1beta2",
          "flowcontrol.apiserver.k8s.io/v1beta3",
          "node.k8s.io/v1alpha1",
          "node.k8s.io/v1beta1",
          "scheduling.k8s.io/v1alpha1",
          "scheduling.k8s.io/v1beta1");

  private static final List<String> ACCEPTED =
      List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
  private static final String TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]+";
  private static final FixedPattern PARAMETERS =
      FixedPattern.of("(\\s*;\\s*" + TOKEN + "=(" + TOKEN + "|\"[^\"]*\"))*\\s*;?\\s*");
  private static final int LIMIT = 3 * 1024 * 1024;
  static final String TYPE_META =
      "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
          + " \"json:\\\"kind,omitempty\\\"\" }";

  private Body() {}

  /** The media type of the body, without parameters; JSON by default. */
  static String mediaType(ApiRequest request) {
    String type = request.header("content-type");
    if (type == null || type.isBlank()) {
      return "application/json";
    }
    int end = type.indexOf(';');
    if (end >= 0 && !PARAMETERS.matches(type.substring(end))) {
      return type;
    }
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  static void checkSize(ApiRequest request) {
    if (request.body().length > LIMIT) {
      throw StatusException.tooLarge("limit is " + LIMIT);
    }
  }

  /** An object of the given kind, as sent; kind and version are checked and filled in. */
  static ObjectNode object(ApiRequest request, ServedKind kind) {
    return object(request, kind.type(), kind.facts().custom());
  }

  static ObjectNode object(ApiRequest request, ResourceType type, boolean custom) {
    return object(request, type, custom, new ArrayList<>());
  }

  /**
   * @param repeated receives the errors about duplicate keys
   */
  static ObjectNode object(
      ApiRequest request, ResourceType type, boolean custom, List<String> repeated) {
    String unrecognized =
        "the object provided is unrecognized (must be of type " + type.kind() + "): ";
    JsonNode tree =
        !custom && mediaType(request).equals(Protobuf.MEDIA_TYPE)
            ? ProtobufBody.object(request, type, unrecognized)
            : tree(request, unrecognized, cannotBeHandled(type), custom, repeated);
    String shown = " (" + GoJson.shown(request.body()) + ")";
    if (tree.isNull()) {
      tree = Json.MAPPER.createObjectNode();
    }
    if (!(tree instanceof ObjectNode object)) {
      throw StatusException.badRequest(
          unrecognized
              + "couldn't get version/kind; json parse error: json: cannot unmarshal "
              + goName(tree)
              + " into Go value of type "
              + TYPE_META
              + shown);
    }
    for (String field : List.of("apiVersion", "kind")) {
      if (object.hasNonNull(field) && !object.get(field).isTextual()) {
        throw StatusException.badRequest(
            unrecognized
                + "couldn't get version/kind; json parse error: json: cannot unmarshal "
                + goName(object.get(field))
                + " into Go struct field ."
                + field
                + " of type string"
                + shown);
      }
    }
    String version = object.path("apiVersion").asText("");
    if (version.chars().filter(c -> c == '/').count() > 1) {
      throw StatusException.badRequest(
          unrecognized + "unexpected GroupVersion string: " + version + shown);
    }
    if (custom) {
      checkCustom(object, type, unrecognized, shown, request);
    }
    mismatch(object, type, custom)
        .ifPresent(
            text -> {
              throw StatusException.badRequest(text);
            });
    object.put("kind", type.kind());
    object.put("apiVersion", type.apiVersion());
    return object;
  }

  /** A custom resource must contain its kind and version. */
  private static void checkCustom(
      ObjectNode object, ResourceType type, String unrecognized, String shown, ApiRequest request) {
    String kind = object.path("kind").asText("");
    String apiVersion = object.path("apiVersion").asText("");
    if (kind.isEmpty()) {
      throw StatusException.badRequest(
          unrecognized
              + "Object 'Kind' is missing in '"
              + new String(request.body(), java.nio.charset.StandardCharsets.UTF_8)
              + "'"
              + shown);
    }
    if (!apiVersion.equals(type.apiVersion())) {
      throw StatusException.badRequest(
          "the API version in the data ("
              + apiVersion
              + ") does not match the expected API version ("
              + type.apiVersion()
              + ")");
    }
    if (!kind.equals(type.kind())) {
      throw StatusException.invalid(
          new ResourceType(type.group(), type.version(), kind, type.plural(), type.namespaced()),
          object.path("metadata").path("name").asText(),
          List.of(io.coxswain.api.FieldError.invalid("kind", kind, "must be " + type.kind())));
    }
  }

  /** The error about the kind or version of an object, if any. */
  static Optional<String> mismatch(ObjectNode object, ResourceType type, boolean custom) {
    String apiVersion = object.path("apiVersion").asText("");
    String kind = object.path("kind").asText("");
    boolean otherVersion = !apiVersion.isEmpty() && !apiVersion.equals(type.apiVersion());
    boolean otherKind = !kind.isEmpty() && !kind.equals(type.kind());
    if (!otherVersion && !otherKind) {
      return Optional.empty();
    }
    String found = kind.isEmpty() ? type.kind() : kind;
    String foundVersion = apiVersion.isEmpty() ? type.apiVersion() : apiVersion;
    boolean known =
        BuiltInTypes.find(foundVersion, found).isPresent()
            || (found.endsWith("List")
                && BuiltInTypes.find(foundVersion, found.substring(0, found.length() - 4))
                    .isPresent())
            || foundVersion.startsWith("extensions/")
            || (OLD_VERSIONS.contains(foundVersion)
                && foundVersion.startsWith(type.group() + "/")
                && found.equals(type.kind()));
    if ((custom || known) && !otherKind) {
      return Optional.of(
          "the API version in the data ("
              + apiVersion
              + ") does not match the expected API version ("
              + type.apiVersion()
              + ")");
    }
    String bare = foundVersion.substring(foundVersion.indexOf('/') + 1);
    String head = found + " in version \"" + bare + "\" cannot be handled as a " + type.kind();
    if (known) {
      return Optional.of(
          head
              + ": converting ("
              + bare
              + "."
              + found
              + ") to ("
              + (type.group().isEmpty() ? "core" : type.group().split("\\.")[0])
              + "."
              + type.kind()
              + "): unknown conversion");
    }
    return Optional.of(
        head
            + ": no kind \""
            + found
            + "\" is registered for version \""
            + foundVersion
            + "\" in scheme \"pkg/api/legacyscheme/scheme.go:30\"");
  }

  /** The parsed body, JSON or YAML. */
  static JsonNode tree(ApiRequest request, String prefix, boolean custom) {
    return tree(request, prefix, prefix, custom, new ArrayList<>());
  }

  private static JsonNode tree(
      ApiRequest request,
      String prefix,
      String numberPrefix,
      boolean custom,
      List<String> repeated) {
    byte[] body = request.body();
    String shown = prefix.isEmpty() ? "" : " (" + GoJson.shown(body) + ")";
    return switch (mediaType(request)) {
      case "application/json" -> {
        try {
          Duplicates.Read read = Duplicates.read(body, !custom);
          read.duplicates().forEach(field -> repeated.add("duplicate field \"" + field + "\""));
          yield read.tree();
        } catch (NumberRangeException e) {
          throw StatusException.badRequest(numberPrefix + e.getMessage());
        } catch (IOException e) {
          String problem = GoJson.problem(body).orElse(String.valueOf(e.getMessage()));
          throw StatusException.badRequest(
              prefix + "couldn't get version/kind; json parse error: " + problem + shown);
        }
      }
      case "application/yaml" -> {
        try {
          GoYaml read = GoYaml.read(body);
          if (!read.duplicates().isEmpty()) {
            repeated.add(read.strictError());
          }
          yield read.tree();
        } catch (YamlException e) {
          throw StatusException.badRequest(prefix + e.text() + shown);
        }
      }
      default -> throw StatusException.unsupportedMediaType(ACCEPTED);
    };
  }

  static String cannotBeHandled(ResourceType type) {
    return type.kind()
        + " in version \""
        + type.version()
        + "\" cannot be handled as a "
        + type.kind()
        + ": ";
  }

  static String goName(JsonNode value) {
    return value.isBoolean() ? "bool" : value.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
