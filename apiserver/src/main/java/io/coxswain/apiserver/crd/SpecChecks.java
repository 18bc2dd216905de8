package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.formats.FixedPattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules for the spec of a CRD. Schemas, subresources and columns that all versions share are
 * reported at the path they had in older versions of the API. Results are cached by content,
 * because the same CRDs are installed again and again.
 */
final class SpecChecks {
  private static final int REMEMBERED = 128;
  private static final ContentCache<List<FieldError>> found = new ContentCache<>(REMEMBERED);
  private static final FixedPattern DOMAIN =
      FixedPattern.of("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final List<String> COLUMN_TYPES =
      List.of("boolean", "date", "integer", "number", "string");
  private static final List<String> COLUMN_FORMATS =
      List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");
  private static final int MAX_SELECTABLE = 8;
  private static final int MAX_WARNING_LENGTH = 256;

  private final JsonNode spec;
  private final JsonNode versions;
  private final List<FieldError> errors = new ArrayList<>();

  private SpecChecks(JsonNode spec) {
    this.spec = spec;
    this.versions = spec.path("versions");
  }

  static List<FieldError> of(JsonNode spec) {
    return found.get(
        spec.toString(),
        () -> {
          var checks = new SpecChecks(spec);
          checks.run();
          return List.copyOf(checks.errors);
        });
  }

  private void run() {
    group();
    scope();
    for (int i = 0; i < versions.size(); i++) {
      if (!versions.get(i).path("schema").path("openAPIV3Schema").isObject()) {
        errors.add(FieldError.required("spec.versions[" + i + "].schema.openAPIV3Schema", ""));
      }
    }
    versions();
    firstVersion();
    names();
    common();
    DefinitionRules.checkConversion(spec.path("conversion"), errors);
  }

  private void group() {
    String group = spec.path("group").asText();
    if (group.isEmpty()) {
      errors.add(FieldError.required("spec.group", ""));
    } else if (!DOMAIN.matches(group)) {
      errors.add(
          FieldError.invalid(
              "spec.group",
              group,
              "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                  + " '-' or '.', and must start and end with an alphanumeric character (e.g."
                  + " 'example.com', regex used for validation is"
                  + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"));
    } else if (!group.contains(".")) {
      errors.add(
          FieldError.invalid("spec.group", group, "should be a domain with at least one dot"));
    }
  }

  private void scope() {
    String scope = spec.path("scope").asText();
    if (scope.isEmpty()) {
      errors.add(FieldError.required("spec.scope", ""));
    } else if (!scope.equals("Cluster") && !scope.equals("Namespaced")) {
      errors.add(
          FieldError.notSupported(
              "spec.scope", spec.path("scope"), List.of("Cluster", "Namespaced")));
    }
  }

  private boolean shared(String field) {
    Set<JsonNode> different = new LinkedHashSet<>();
    versions.forEach(version -> different.add(version.path(field)));
    return different.size() <= 1;
  }

  private void versions() {
    int storage = 0;
    Set<String> names = new LinkedHashSet<>();
    boolean unique = true;
    for (int i = 0; i < versions.size(); i++) {
      JsonNode version = versions.get(i);
      String name = version.path("name").asText();
      String at = "spec.versions[" + i + "]";
      storage += version.path("storage").asBoolean() ? 1 : 0;
      unique &= names.add(name);
      List<String> problems = CrdNames.label(name);
      if (!problems.isEmpty()) {
        errors.add(FieldError.invalid(at + ".name", name, String.join(",", problems)));
      }
      deprecation(at + ".deprecationWarning", version);
      if (!shared("schema")) {
        schema(at + ".schema.openAPIV3Schema", version, version.at("/subresources").has("status"));
      }
      if (!shared("subresources")) {
        subresources(at + ".subresources", version.path("subresources"));
      }
      if (!shared("additionalPrinterColumns")) {
        columns(at + ".additionalPrinterColumns", version.path("additionalPrinterColumns"));
      }
      if (!shared("selectableFields")) {
        selectable(at + ".selectableFields", version);
      }
    }
    if (!unique) {
      errors.add(
          FieldError.invalid(
              "spec.versions", internalVersions(), "must contain unique version names"));
    }
    if (storage != 1) {
      errors.add(
          FieldError.invalid(
              "spec.versions",
              internalVersions(),
              "must have exactly one version marked as storage version"));
    }
  }

  /** Upstream's internal type has the name of the first version once more. */
  private void firstVersion() {
    String name = versions.path(0).path("name").asText("");
    List<String> problems = name.isEmpty() ? List.of() : CrdNames.label(name);
    if (!problems.isEmpty()) {
      errors.add(FieldError.invalid("spec.version", name, String.join(",", problems)));
    }
  }

  /**
   * The versions by the names of their Go fields. A field that is the same in all versions is kept
   * once in upstream's internal type, not in the versions.
   */
  private JsonNode internalVersions() {
    if (!versions.isArray()) {
      return NullNode.instance;
    }
    ArrayNode shown = Json.MAPPER.createArrayNode();
    for (JsonNode version : versions) {
      ObjectNode each = shown.addObject();
      each.put("Name", version.path("name").asText());
      each.put("Served", version.path("served").asBoolean());
      each.put("Storage", version.path("storage").asBoolean());
      each.put("Deprecated", version.path("deprecated").asBoolean());
      each.set("DeprecationWarning", version.get("deprecationWarning"));
      each.set("Schema", shared("schema") ? null : version.get("schema"));
      each.set("Subresources", shared("subresources") ? null : version.get("subresources"));
      each.set(
          "AdditionalPrinterColumns",
          shared("additionalPrinterColumns") ? null : version.get("additionalPrinterColumns"));
      each.set(
          "SelectableFields", shared("selectableFields") ? null : version.get("selectableFields"));
    }
    return shown;
  }

  private void names() {
    JsonNode names = spec.path("names");
    for (String field : List.of("plural", "singular", "kind", "listKind")) {
      if (names.path(field).asText().isEmpty()) {
        errors.add(FieldError.required("spec.names." + field, ""));
      }
    }
    CrdNames.check("spec.names", names, errors);
  }

  private void common() {
    JsonNode first = versions.path(0);
    boolean status = false;
    for (JsonNode version : versions) {
      status |= version.path("subresources").has("status");
    }
    if (shared("schema")) {
      schema("spec.validation.openAPIV3Schema", first, status);
    }
    if (shared("subresources")) {
      subresources("spec.subresources", first.path("subresources"));
    }
    if (shared("additionalPrinterColumns")) {
      columns("spec.additionalPrinterColumns", first.path("additionalPrinterColumns"));
    }
    if (shared("selectableFields")) {
      selectable("spec.selectableFields", first);
    }
  }

  private void schema(String path, JsonNode version, boolean status) {
    if (version.path("schema").path("openAPIV3Schema") instanceof ObjectNode schema
        && !PrevalidatedSchemas.covers(schema)) {
      errors.addAll(SchemaCheck.check(path, schema, status));
    }
  }

  private void deprecation(String path, JsonNode version) {
    JsonNode warning = version.path("deprecationWarning");
    if (!warning.isTextual()) {
      return;
    }
    if (!version.path("deprecated").asBoolean()) {
      errors.add(FieldError.invalid(path, warning, "can only be set for deprecated versions"));
      return;
    }
    String text = warning.asText();
    if (text.length() > MAX_WARNING_LENGTH) {
      errors.add(FieldError.invalid(path, warning, "must be <= 256 characters long"));
    }
    if (text.isEmpty()) {
      errors.add(FieldError.invalid(path, warning, "must not be an empty string"));
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        errors.add(
            FieldError.invalid(
                path,
                warning,
                "must only contain printable UTF-8 characters; non-printable character found at"
                    + " index "
                    + i));
        break;
      }
    }
  }

  private void columns(String path, JsonNode columns) {
    for (int i = 0; i < columns.size(); i++) {
      JsonNode column = columns.get(i);
      String at = path + "[" + i + "]";
      if (column.path("name").asText().isEmpty()) {
        errors.add(FieldError.required(at + ".name", ""));
      }
      String type = column.path("type").asText();
      String types = "must be one of " + String.join(",", COLUMN_TYPES);
      if (type.isEmpty()) {
        errors.add(FieldError.required(at + ".type", types));
      } else if (!COLUMN_TYPES.contains(type)) {
        errors.add(FieldError.invalid(at + ".type", type, types));
      }
      String format = column.path("format").asText();
      if (!format.isEmpty() && !COLUMN_FORMATS.contains(format)) {
        errors.add(
            FieldError.invalid(
                at + ".format", format, "must be one of " + String.join(",", COLUMN_FORMATS)));
      }
      String json = column.path("jsonPath").asText();
      if (json.isEmpty()) {
        errors.add(FieldError.required(at + ".JSONPath", ""));
      } else {
        isSimplePath(at + ".JSONPath", json);
      }
    }
  }

  private boolean isSimplePath(String field, String path) {
    if (path.startsWith(".")) {
      return true;
    }
    errors.add(FieldError.invalid(field, path, "must be a simple json path starting with ."));
    return false;
  }

  private void subresources(String path, JsonNode subresources) {
    JsonNode scale = subresources.path("scale");
    if (!scale.isObject()) {
      return;
    }
    scalePath(path + ".scale.specReplicasPath", scale.path("specReplicasPath"), ".spec");
    scalePath(path + ".scale.statusReplicasPath", scale.path("statusReplicasPath"), ".status");
    String selector = scale.path("labelSelectorPath").asText();
    String at = path + ".scale.labelSelectorPath";
    if (!selector.isEmpty()
        && isSimplePath(at, selector)
        && !selector.startsWith(".spec.")
        && !selector.startsWith(".status.")) {
      errors.add(
          FieldError.invalid(at, selector, "should be a json path under either .spec or .status"));
    }
  }

  private void scalePath(String field, JsonNode value, String under) {
    String path = value.asText();
    if (path.isEmpty()) {
      errors.add(FieldError.required(field, ""));
    } else if (isSimplePath(field, path) && !path.startsWith(under + ".")) {
      errors.add(FieldError.invalid(field, path, "should be a json path under " + under));
    }
  }

  private void selectable(String path, JsonNode version) {
    JsonNode fields = version.path("selectableFields");
    if (fields.isEmpty()
        || !(version.path("schema").path("openAPIV3Schema") instanceof ObjectNode tree)) {
      return;
    }
    Schema schema = Schema.fromJson(tree);
    Set<String> seen = new LinkedHashSet<>();
    for (int i = 0; i < fields.size(); i++) {
      String at = path + "[" + i + "].jsonPath";
      String text = fields.get(i).path("jsonPath").asText();
      if (text.isEmpty()) {
        errors.add(FieldError.required(at, ""));
        continue;
      }
      try {
        FieldPath field = FieldPath.of(text, schema, false);
        if (field.first().equals("metadata")) {
          errors.add(FieldError.invalid(at, text, "must not point to fields in metadata"));
        }
        if (!List.of("string", "boolean", "integer").contains(field.schema().type())) {
          errors.add(
              FieldError.invalid(
                  at,
                  text,
                  "must point to a field of type string, boolean or integer. Enum string fields and"
                      + " strings with formats are allowed."));
        }
        if (!seen.add(field.path())) {
          errors.add(FieldError.duplicate(at, TextNode.valueOf(text)));
        }
      } catch (IllegalArgumentException e) {
        errors.add(FieldError.invalid(at, text, "is an invalid path: " + e.getMessage()));
      }
    }
    if (seen.size() > MAX_SELECTABLE) {
      errors.add(FieldError.tooMany(path, seen.size(), MAX_SELECTABLE));
    }
  }
}
