package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The validation rules for CRDs. */
public final class DefinitionRules {
  private static final String APPROVAL = "api-approved.kubernetes.io";
  private static final List<String> STRATEGIES = List.of("None", "Webhook");

  private DefinitionRules() {}

  /** Validates a new CRD. */
  public static List<FieldError> check(ObjectNode definition) {
    var errors = new ArrayList<FieldError>();
    JsonNode spec = definition.path("spec");
    String name = definition.path("metadata").path("name").asText();
    String expected =
        spec.path("names").path("plural").asText() + "." + spec.path("group").asText();
    if (!name.equals(expected)) {
      errors.add(
          FieldError.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
    }
    errors.addAll(SpecChecks.of(spec));
    checkStatus(definition, errors);
    checkApproval(definition, errors);
    checkPreserve(spec, errors);
    return errors;
  }

  /** Validates an update of a CRD. */
  public static List<FieldError> checkUpdate(ObjectNode definition, ObjectNode before) {
    var errors = new ArrayList<FieldError>(SpecChecks.of(definition.path("spec")));
    if (DefinitionStatus.isEstablished(before)) {
      immutable("/spec/scope", "spec.scope", definition, before, errors);
      immutable("/spec/names/kind", "spec.names.kind", definition, before, errors);
    }
    immutable("/spec/group", "spec.group", definition, before, errors);
    immutable("/spec/names/plural", "spec.names.plural", definition, before, errors);
    checkStatus(definition, errors);
    if (!approval(definition).equals(approval(before))) {
      checkApproval(definition, errors);
    }
    if (!before.at("/spec/preserveUnknownFields").asBoolean()) {
      checkPreserve(definition.path("spec"), errors);
    }
    return errors;
  }

  /** Validates a new status. */
  public static List<FieldError> checkStatusUpdate(ObjectNode definition) {
    var errors = new ArrayList<FieldError>();
    CrdNames.check("status.acceptedNames", definition.at("/status/acceptedNames"), errors);
    return errors;
  }

  private static void immutable(
      String pointer, String field, ObjectNode now, ObjectNode before, List<FieldError> errors) {
    if (!now.at(pointer).equals(before.at(pointer))) {
      errors.add(FieldError.invalid(field, now.at(pointer), "field is immutable"));
    }
  }

  private static void checkStatus(ObjectNode definition, List<FieldError> errors) {
    CrdNames.check("status.acceptedNames", definition.at("/status/acceptedNames"), errors);
    checkStored(definition, errors);
  }

  /** Validates the list of stored versions. */
  public static void checkStored(ObjectNode definition, List<FieldError> errors) {
    JsonNode stored = definition.at("/status/storedVersions");
    if (stored.isEmpty()) {
      errors.add(
          FieldError.invalid(
              "status.storedVersions",
              stored.isArray() ? stored : NullNode.instance,
              "must have at least one stored version"));
      return;
    }
    Set<String> names = new LinkedHashSet<>();
    stored.forEach(each -> names.add(each.asText()));
    Set<String> defined = new LinkedHashSet<>();
    for (JsonNode version : definition.at("/spec/versions")) {
      String name = version.path("name").asText();
      defined.add(name);
      if (version.path("storage").asBoolean() && !names.contains(name)) {
        errors.add(
            FieldError.invalid(
                "status.storedVersions", stored, "must have the storage version " + name));
      }
    }
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

  private static String approval(ObjectNode definition) {
    return definition.path("metadata").path("annotations").path(APPROVAL).asText();
  }

  /** Groups of the Kubernetes project need an approval annotation. */
  private static void checkApproval(ObjectNode definition, List<FieldError> errors) {
    String group = definition.at("/spec/group").asText();
    boolean guarded =
        group.equals("k8s.io")
            || group.endsWith(".k8s.io")
            || group.equals("kubernetes.io")
            || group.endsWith(".kubernetes.io");
    if (!guarded || group.endsWith(".x-k8s.io") || group.equals("x-k8s.io")) {
      return;
    }
    String approval = approval(definition);
    String field = "metadata.annotations[" + APPROVAL + "]";
    if (approval.isEmpty()) {
      errors.add(
          FieldError.required(
              field,
              "protected groups must have approval annotation \""
                  + APPROVAL
                  + "\", see https://github.com/kubernetes/enhancements/pull/1111"));
    } else if (!approval.startsWith("unapproved") && !isUrl(approval)) {
      errors.add(
          FieldError.invalid(
              field,
              approval,
              "protected groups must have approval annotation \""
                  + APPROVAL
                  + "\" with either a URL or a reason starting with \"unapproved\", see"
                  + " https://github.com/kubernetes/enhancements/pull/1111"));
    }
  }

  private static boolean isUrl(String text) {
    try {
      var uri = java.net.URI.create(text);
      return uri.getHost() != null && uri.getScheme() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void checkPreserve(JsonNode spec, List<FieldError> errors) {
    if (spec.path("preserveUnknownFields").asBoolean()) {
      errors.add(
          FieldError.invalid(
              "spec.preserveUnknownFields",
              BooleanNode.TRUE,
              "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
                  + " spec.versions[*].schema instead"));
    }
  }

  /** The rules for conversion between versions. */
  static void checkConversion(JsonNode conversion, List<FieldError> errors) {
    if (!conversion.isObject()) {
      return;
    }
    String strategy = conversion.path("strategy").asText();
    if (strategy.isEmpty()) {
      errors.add(FieldError.required("spec.conversion.strategy", ""));
    } else if (!STRATEGIES.contains(strategy)) {
      errors.add(
          FieldError.notSupported(
              "spec.conversion.strategy", conversion.path("strategy"), STRATEGIES));
    }
    JsonNode webhook = conversion.path("webhook");
    JsonNode client = webhook.path("clientConfig");
    JsonNode reviews = webhook.path("conversionReviewVersions");
    String at = "spec.conversion.webhookClientConfig";
    if (!strategy.equals("Webhook")) {
      if (!client.isMissingNode()) {
        errors.add(
            FieldError.forbidden(at, "should not be set when strategy is not set to Webhook"));
      }
      if (!reviews.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                "spec.conversion.conversionReviewVersions",
                "should not be set when strategy is not set to Webhook"));
      }
      return;
    }
    if (client.isMissingNode()) {
      errors.add(FieldError.required(at, "required when strategy is set to Webhook"));
    } else if (client.has("url") == client.has("service")) {
      errors.add(FieldError.required(at, "exactly one of url or service is required"));
    } else if (client.has("service")) {
      for (String field : List.of("name", "namespace")) {
        if (client.path("service").path(field).asText().isEmpty()) {
          errors.add(FieldError.required(at + ".service." + field, ""));
        }
      }
    } else if (!client.path("url").asText().startsWith("https://")) {
      errors.add(
          FieldError.invalid(
              at + ".url",
              client.path("url").asText().replaceFirst(":.*", ""),
              "'https' is the only allowed URL scheme; desired format:" + " https://host[/path]"));
    }
    checkReviews(reviews, errors);
  }

  private static void checkReviews(JsonNode reviews, List<FieldError> errors) {
    String at = "spec.conversion.conversionReviewVersions";
    if (reviews.isEmpty()) {
      errors.add(FieldError.required(at, ""));
      return;
    }
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < reviews.size(); i++) {
      String version = reviews.get(i).asText();
      if (!seen.add(version)) {
        errors.add(FieldError.invalid(at + "[" + i + "]", version, "duplicate version"));
      } else {
        for (String problem : CrdNames.label(version)) {
          errors.add(FieldError.invalid(at + "[" + i + "]", version, problem));
        }
      }
    }
    if (!seen.contains("v1") && !seen.contains("v1beta1")) {
      ArrayNode shown = (ArrayNode) reviews;
      errors.add(FieldError.invalid(at, shown, "must include at least one of v1, v1beta1"));
    }
  }
}
