package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.schema.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules for definitions. */
public final class DefinitionRules {
  private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern DOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final String LABEL_TEXT =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
          + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
          + " 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
  private static final String APPROVAL = "api-approved.kubernetes.io";
  private static final List<String> COLUMN_TYPES =
      List.of("boolean", "date", "integer", "number", "string");

  private DefinitionRules() {}

  /** What is wrong with a definition. */
  public static List<FieldError> check(ObjectNode definition) {
    var errors = new ArrayList<FieldError>();
    JsonNode spec = definition.path("spec");
    checkGroup(definition, spec, errors);
    checkNames(definition, spec, errors);
    String scope = spec.path("scope").asText();
    if (scope.isEmpty()) {
      errors.add(FieldError.required("spec.scope", ""));
    } else if (!scope.equals("Cluster") && !scope.equals("Namespaced")) {
      errors.add(
          FieldError.notSupported(
              "spec.scope", spec.path("scope"), List.of("Cluster", "Namespaced")));
    }
    if (spec.path("preserveUnknownFields").asBoolean()) {
      errors.add(
          FieldError.invalid(
              "spec.preserveUnknownFields",
              BooleanNode.TRUE,
              "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
                  + " spec.versions[*].schema instead"));
    }
    checkVersions(spec, errors);
    return errors;
  }

  /** What is wrong with changing one definition into another. */
  public static List<FieldError> checkUpdate(ObjectNode definition, ObjectNode before) {
    var errors = new ArrayList<FieldError>(check(definition));
    // The name follows from group and plural, so their change is said once, as that.
    errors.removeIf(e -> e.field().equals("metadata.name"));
    if (DefinitionStatus.isEstablished(before)) {
      immutable("/spec/group", "spec.group", definition, before, errors);
      immutable("/spec/scope", "spec.scope", definition, before, errors);
      immutable("/spec/names/kind", "spec.names.kind", definition, before, errors);
      immutable("/spec/names/plural", "spec.names.plural", definition, before, errors);
    }
    checkStored(definition, errors);
    return errors;
  }

  private static void immutable(
      String pointer, String field, ObjectNode now, ObjectNode before, List<FieldError> errors) {
    if (!now.at(pointer).equals(before.at(pointer))) {
      errors.add(FieldError.invalid(field, now.at(pointer), "field is immutable"));
    }
  }

  /** What is wrong with the list of stored versions. */
  public static void checkStored(ObjectNode definition, List<FieldError> errors) {
    Set<String> defined = new LinkedHashSet<>();
    definition.at("/spec/versions").forEach(v -> defined.add(v.path("name").asText()));
    JsonNode stored = definition.at("/status/storedVersions");
    for (int i = 0; i < stored.size(); i++) {
      String name = stored.get(i).asText();
      if (!defined.contains(name)) {
        errors.add(
            FieldError.invalid(
                "status.storedVersions[" + i + "]",
                name,
                "missing from spec.versions; "
                    + name
                    + " was previously a storage version, and must remain in spec.versions until a"
                    + " storage migration ensures no data remains persisted in "
                    + name
                    + " and removes "
                    + name
                    + " from status.storedVersions"));
      }
    }
  }

  private static void checkGroup(ObjectNode definition, JsonNode spec, List<FieldError> errors) {
    String group = spec.path("group").asText();
    if (group.isEmpty()) {
      errors.add(FieldError.required("spec.group", ""));
    } else if (!DOMAIN.matcher(group).matches()) {
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
    boolean isProtected =
        group.equals("k8s.io")
            || group.endsWith(".k8s.io")
            || group.equals("kubernetes.io")
            || group.endsWith(".kubernetes.io");
    if (isProtected
        && definition.path("metadata").path("annotations").path(APPROVAL).asText().isEmpty()
        && !isCommunityGroup(group)) {
      errors.add(
          FieldError.required(
              "metadata.annotations[" + APPROVAL + "]",
              "protected groups must have approval annotation \""
                  + APPROVAL
                  + "\", see https://github.com/kubernetes/enhancements/pull/1111"));
    }
  }

  /** Sub-projects use x-k8s.io, which is not protected. */
  private static boolean isCommunityGroup(String group) {
    return group.equals("x-k8s.io") || group.endsWith(".x-k8s.io");
  }

  private static void checkNames(ObjectNode definition, JsonNode spec, List<FieldError> errors) {
    JsonNode names = spec.path("names");
    String plural = names.path("plural").asText();
    String expected = plural + "." + spec.path("group").asText();
    String name = definition.path("metadata").path("name").asText();
    if (!name.equals(expected)) {
      errors.add(
          FieldError.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
    }
    for (String field : List.of("plural", "singular", "kind", "listKind")) {
      String value = names.path(field).asText();
      if (value.isEmpty()) {
        errors.add(FieldError.required("spec.names." + field, ""));
      } else if (!LABEL.matcher(isKind(field) ? value.toLowerCase(Locale.ROOT) : value).matches()) {
        errors.add(FieldError.invalid("spec.names." + field, value, LABEL_TEXT));
      }
    }
    for (int i = 0; i < names.path("shortNames").size(); i++) {
      String value = names.path("shortNames").get(i).asText();
      if (!LABEL.matcher(value).matches()) {
        errors.add(FieldError.invalid("spec.names.shortNames[" + i + "]", value, LABEL_TEXT));
      }
    }
    String kind = names.path("kind").asText();
    if (!kind.isEmpty() && kind.equals(names.path("listKind").asText())) {
      errors.add(
          FieldError.invalid("spec.names.listKind", kind, "kind and listKind may not be the same"));
    }
  }

  /** Kinds are labels but for their capitals. */
  private static boolean isKind(String field) {
    return field.equals("kind") || field.equals("listKind");
  }

  private static void checkVersions(JsonNode spec, List<FieldError> errors) {
    JsonNode versions = spec.path("versions");
    int storage = 0;
    Set<String> names = new LinkedHashSet<>();
    boolean unique = true;
    for (int i = 0; i < versions.size(); i++) {
      JsonNode version = versions.get(i);
      String name = version.path("name").asText();
      storage += version.path("storage").asBoolean() ? 1 : 0;
      unique &= names.add(name);
      if (!LABEL.matcher(name).matches()) {
        errors.add(FieldError.invalid("spec.versions[" + i + "].name", name, LABEL_TEXT));
      }
      checkVersion("spec.versions[" + i + "]", version, errors);
    }
    if (!unique) {
      errors.add(
          FieldError.invalid("spec.versions", versions, "must contain unique version names"));
    }
    if (storage != 1) {
      errors.add(
          FieldError.invalid(
              "spec.versions",
              versions,
              "must have exactly one version marked as storage version"));
    }
    checkSchemas(versions, errors);
  }

  private static void checkVersion(String path, JsonNode version, List<FieldError> errors) {
    JsonNode columns = version.path("additionalPrinterColumns");
    for (int i = 0; i < columns.size(); i++) {
      JsonNode column = columns.get(i);
      String at = path + ".additionalPrinterColumns[" + i + "]";
      if (column.path("name").asText().isEmpty()) {
        errors.add(FieldError.required(at + ".name", ""));
      }
      if (!COLUMN_TYPES.contains(column.path("type").asText())) {
        errors.add(
            FieldError.invalid(
                at + ".type",
                column.path("type").asText(),
                "must be one of " + String.join(",", COLUMN_TYPES)));
      }
      if (column.path("jsonPath").asText().isEmpty()) {
        errors.add(FieldError.required(at + ".jsonPath", ""));
      }
    }
    JsonNode scale = version.path("subresources").path("scale");
    if (scale.isObject()) {
      for (String field : List.of("specReplicasPath", "statusReplicasPath")) {
        String start = field.startsWith("spec") ? ".spec." : ".status.";
        String value = scale.path(field).asText();
        if (value.isEmpty()) {
          errors.add(FieldError.required(path + ".subresources.scale." + field, ""));
        } else if (!value.startsWith(start)) {
          errors.add(
              FieldError.invalid(
                  path + ".subresources.scale." + field,
                  value,
                  "should be a json path under " + start.substring(0, start.length() - 1)));
        }
      }
    }
  }

  /**
   * One schema for all versions is spoken of as if it stood where older versions of the API had it.
   */
  private static void checkSchemas(JsonNode versions, List<FieldError> errors) {
    Set<JsonNode> different = new LinkedHashSet<>();
    versions.forEach(v -> different.add(v.path("schema")));
    for (int i = 0; i < versions.size(); i++) {
      JsonNode schema = versions.get(i).path("schema").path("openAPIV3Schema");
      String path = "spec.versions[" + i + "].schema.openAPIV3Schema";
      if (!(schema instanceof ObjectNode object)) {
        errors.add(FieldError.required(path, "schemas are required"));
      } else if (different.size() > 1) {
        StructuralRules.check(path, object, errors);
      } else if (i == 0) {
        StructuralRules.check("spec.validation.openAPIV3Schema", object, errors);
      }
    }
  }
}
