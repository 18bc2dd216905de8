package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.NameRule;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.schema.FieldError;
import java.util.List;
import java.util.regex.Pattern;

/** The rules of metadata that hold for every kind. */
final class MetadataRules {
  private static final Pattern QUALIFIED_PART =
      Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final int ANNOTATIONS_LIMIT = 256 * 1024;
  private static final List<String> SHORT_FINALIZERS =
      List.of("orphan", "foregroundDeletion", "kubernetes");

  private MetadataRules() {}

  static void validate(ServedKind kind, ObjectNode object, List<FieldError> errors) {
    JsonNode meta = object.path("metadata");
    String generateName = meta.path("generateName").asText("");
    if (!generateName.isEmpty()) {
      String sample = generateName.endsWith("-") ? generateName + "a" : generateName;
      for (String problem : kind.facts().names().problems(sample)) {
        errors.add(FieldError.invalid("metadata.generateName", generateName, problem));
      }
    }
    String name = Meta.name(object);
    if (name.isEmpty()) {
      errors.add(FieldError.required("metadata.name", "name or generateName is required"));
    } else {
      for (String problem : kind.facts().names().problems(name)) {
        errors.add(FieldError.invalid("metadata.name", name, problem));
      }
    }
    if (kind.type().namespaced() && !Meta.namespace(object).isEmpty()) {
      for (String problem : NameRule.label(Meta.namespace(object))) {
        errors.add(FieldError.invalid("metadata.namespace", Meta.namespace(object), problem));
      }
    }
    labels(meta.path("labels"), "metadata.labels", errors);
    annotations(meta.path("annotations"), errors);
    ownerReferences(meta.path("ownerReferences"), errors);
    finalizers(meta.path("finalizers"), errors);
  }

  static void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    finalizers(object.at("/metadata/finalizers"), errors);
    if (Meta.deleting(before)) {
      var old = Meta.finalizers(before);
      var added = Meta.finalizers(object).stream().filter(f -> !old.contains(f)).sorted().toList();
      if (!added.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                "metadata.finalizers",
                "no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers []string{"
                    + String.join(", ", added.stream().map(f -> "\"" + f + "\"").toList())
                    + "}"));
      }
    }
  }

  static void labels(JsonNode labels, String field, List<FieldError> errors) {
    for (var label : labels.properties()) {
      for (String problem : qualifiedName(label.getKey())) {
        errors.add(FieldError.invalid(field, label.getKey(), problem));
      }
      String value = label.getValue().asText();
      for (String problem : labelValue(value)) {
        errors.add(FieldError.invalid(field, value, problem));
      }
    }
  }

  private static void annotations(JsonNode annotations, List<FieldError> errors) {
    long total = 0;
    for (var annotation : annotations.properties()) {
      for (String problem : qualifiedName(annotation.getKey().toLowerCase(java.util.Locale.ROOT))) {
        errors.add(FieldError.invalid("metadata.annotations", annotation.getKey(), problem));
      }
      total += annotation.getKey().length() + annotation.getValue().asText().length();
    }
    if (total > ANNOTATIONS_LIMIT) {
      errors.add(FieldError.tooLong("metadata.annotations", ANNOTATIONS_LIMIT));
    }
  }

  private static void ownerReferences(JsonNode owners, List<FieldError> errors) {
    int i = 0;
    String controller = "";
    for (JsonNode owner : owners) {
      String field = "metadata.ownerReferences[" + i++ + "]";
      if (owner.path("apiVersion").asText("").isEmpty()) {
        errors.add(
            FieldError.invalid(
                field + ".apiVersion",
                owner.path("apiVersion").asText(""),
                "version must not be empty"));
      }
      if (owner.path("kind").asText("").isEmpty()) {
        errors.add(FieldError.invalid(field + ".kind", "", "must not be empty"));
      }
      if (owner.path("name").asText("").isEmpty()) {
        errors.add(FieldError.invalid(field + ".name", "", "must not be empty"));
      }
      if (owner.path("uid").asText("").isEmpty()) {
        errors.add(FieldError.invalid(field + ".uid", "", "must not be empty"));
      }
      if (owner.path("controller").asBoolean(false)) {
        if (!controller.isEmpty()) {
          errors.add(
              FieldError.invalid(
                  "metadata.ownerReferences",
                  owners,
                  "Only one reference can have Controller set to true. Found \"true\" in references"
                      + " for "
                      + controller
                      + " and "
                      + owner.path("kind").asText()
                      + "/"
                      + owner.path("name").asText()));
        }
        controller = owner.path("kind").asText() + "/" + owner.path("name").asText();
      }
    }
  }

  private static void finalizers(JsonNode finalizers, List<FieldError> errors) {
    var names = Meta.strings(finalizers);
    if (names.contains("orphan") && names.contains("foregroundDeletion")) {
      errors.add(
          FieldError.invalid(
              "metadata.finalizers",
              finalizers,
              "finalizer orphan and foregroundDeletion cannot be both set"));
    }
    int i = 0;
    for (String finalizer : Meta.strings(finalizers)) {
      String field = "metadata.finalizers[" + i++ + "]";
      for (String problem : qualifiedName(finalizer)) {
        errors.add(FieldError.invalid("metadata.finalizers", finalizer, problem));
      }
      if (!finalizer.contains("/") && !SHORT_FINALIZERS.contains(finalizer)) {
        errors.add(
            FieldError.invalid(
                field,
                TextNode.valueOf(finalizer),
                "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
  }

  /** What is wrong with a key such as {@code example.com/part}. */
  static List<String> qualifiedName(String key) {
    var problems = new java.util.ArrayList<String>();
    String[] parts = key.split("/", -1);
    String name;
    if (parts.length == 1) {
      name = parts[0];
    } else if (parts.length == 2) {
      name = parts[1];
      if (parts[0].isEmpty()) {
        problems.add("prefix part must be non-empty");
      } else {
        NameRule.subdomain(parts[0]).forEach(p -> problems.add("prefix part " + p));
      }
    } else {
      problems.add(
          "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must"
              + " start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or"
              + " '123-abc', regex used for validation is"
              + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix"
              + " and '/' (e.g. 'example.com/MyName')");
      return problems;
    }
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (name.length() > 63) {
      problems.add("name part must be no more than 63 bytes");
    }
    if (!QUALIFIED_PART.matcher(name).matches()) {
      problems.add(
          "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and"
              + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc',"
              + " regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')");
    }
    return problems;
  }

  static List<String> labelValue(String value) {
    var problems = new java.util.ArrayList<String>();
    if (value.length() > 63) {
      problems.add("must be no more than 63 bytes");
    }
    if (!value.isEmpty() && !QUALIFIED_PART.matcher(value).matches()) {
      problems.add(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
              + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
              + " 'my_value',  or '12345', regex used for validation is"
              + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }
    return problems;
  }
}
