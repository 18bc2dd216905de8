package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Formats;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The rules for policies and bindings. */
public final class PolicyChecks {
  private static final int MAX_VALUE_EXPRESSION = 5 * 1024;
  private static final List<String> REASONS =
      List.of("Forbidden", "Invalid", "RequestEntityTooLarge");
  private static final List<String> OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
  private static final List<String> MUTATING_OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "UPDATE");

  /** The types of mutations with the fields that hold their expressions. */
  private static final SortedMap<String, String> PATCHES =
      new TreeMap<>(Map.of("ApplyConfiguration", "applyConfiguration", "JSONPatch", "jsonPatch"));

  private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");
  private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");
  private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final int MAX_CONDITIONS = 64;

  private PolicyChecks() {}

  public static void policy(ObjectNode policy, List<FieldError> errors) {
    JsonNode spec = policy.path("spec");
    oneOf("spec.failurePolicy", spec.path("failurePolicy"), List.of("Fail", "Ignore"), errors);
    JsonNode kind = spec.path("paramKind");
    if (kind.isObject()) {
      paramKind(kind, errors);
    }
    JsonNode match = spec.path("matchConstraints");
    if (!match.isObject()) {
      errors.add(FieldError.required("spec.matchConstraints", ""));
    } else {
      matchResources("spec.matchConstraints", match, errors);
      if (match.path("resourceRules").isEmpty()) {
        errors.add(FieldError.required("spec.matchConstraints.resourceRules", ""));
      }
    }
    Policy compiled = Policy.of(spec);
    conditions(spec.path("matchConditions"), compiled, errors);
    variables(spec.path("variables"), compiled, errors);
    validations(spec, compiled, errors);
    auditAnnotations(Meta.name(policy), spec.path("auditAnnotations"), compiled, errors);
  }

  public static void mutatingPolicy(ObjectNode policy, List<FieldError> errors) {
    JsonNode spec = policy.path("spec");
    oneOf("spec.failurePolicy", spec.path("failurePolicy"), List.of("Fail", "Ignore"), errors);
    if (spec.path("paramKind").isObject()) {
      paramKind(spec.path("paramKind"), errors);
    }
    JsonNode match = spec.path("matchConstraints");
    if (!match.isObject()) {
      errors.add(FieldError.required("spec.matchConstraints", ""));
    } else {
      matchResources("spec.matchConstraints", match, errors);
      if (match.path("resourceRules").isEmpty()) {
        errors.add(FieldError.required("spec.matchConstraints.resourceRules", ""));
      }
      mutatingOperations("spec.matchConstraints", match, errors);
    }
    Policy compiled = Policy.of(spec);
    conditions(spec.path("matchConditions"), compiled, errors);
    variables(spec.path("variables"), compiled, errors);
    JsonNode mutations = spec.path("mutations");
    if (mutations.isEmpty()) {
      errors.add(FieldError.required("spec.mutations", "mutations must contain at least one item"));
    }
    for (int i = 0; i < mutations.size(); i++) {
      Expression expression = compiled.mutations().get(i).expression();
      mutation("spec.mutations[" + i + "]", mutations.get(i), expression, errors);
    }
    oneOf(
        "spec.reinvocationPolicy",
        spec.path("reinvocationPolicy"),
        List.of("IfNeeded", "Never"),
        errors);
  }

  private static void mutation(
      String at, JsonNode json, Expression compiled, List<FieldError> errors) {
    String type = json.path("patchType").asText();
    if (!PATCHES.containsKey(type)) {
      oneOf(at + ".patchType", json.path("patchType"), List.copyOf(PATCHES.keySet()), errors);
      return;
    }
    String field = PATCHES.get(type);
    if (!json.path(field).isObject()) {
      errors.add(
          FieldError.required(at + "." + field, "must be specified when patchType is " + type));
    } else {
      String path = at + "." + field + ".expression";
      if (compiled.source().isBlank()) {
        errors.add(FieldError.required(path, ""));
      } else if (!compiled.error().isEmpty()) {
        errors.add(FieldError.invalid(path, compiled.source().strip(), compiled.error()));
      }
    }
    for (String other : PATCHES.values()) {
      if (!other.equals(field) && json.path(other).isObject()) {
        errors.add(
            FieldError.invalid(
                at + "." + other,
                "{" + other + "}",
                "must not be specified when patchType is " + type));
      }
    }
  }

  /** A delete has nothing to mutate. */
  private static void mutatingOperations(String path, JsonNode match, List<FieldError> errors) {
    for (JsonNode rule : match.path("resourceRules")) {
      for (JsonNode operation : rule.path("operations")) {
        if (!MUTATING_OPERATIONS.contains(operation.asText())) {
          errors.add(
              FieldError.notSupported(
                  path + ".resourceRules.operations", operation, MUTATING_OPERATIONS));
        }
      }
    }
  }

  public static void mutatingBinding(ObjectNode binding, List<FieldError> errors) {
    JsonNode spec = binding.path("spec");
    JsonNode name = spec.path("policyName");
    if (name.asText().isEmpty()) {
      errors.add(FieldError.required("spec.policyName", ""));
    } else {
      for (String problem : Formats.dnsSubdomain(name.asText())) {
        errors.add(FieldError.invalid("spec.policyName", name, problem));
      }
    }
    if (spec.path("paramRef").isObject()) {
      paramRef(spec.path("paramRef"), errors);
    }
    JsonNode match = spec.path("matchResources");
    if (match.isObject()) {
      matchResources("spec.matchResources", match, errors);
      mutatingOperations("spec.matchResources", match, errors);
    }
  }

  private static void oneOf(
      String path, JsonNode value, List<String> allowed, List<FieldError> errors) {
    if (value.asText().isEmpty()) {
      errors.add(FieldError.required(path, ""));
    } else if (!allowed.contains(value.asText())) {
      errors.add(FieldError.notSupported(path, value, allowed));
    }
  }

  private static void paramKind(JsonNode kind, List<FieldError> errors) {
    String version = kind.path("apiVersion").asText();
    if (version.isEmpty()) {
      errors.add(FieldError.required("spec.paramKind.apiVersion", ""));
    } else if (version.indexOf('/') != version.lastIndexOf('/')) {
      errors.add(
          FieldError.invalid(
              "spec.paramKind.apiVersion", version, "unexpected GroupVersion string: " + version));
    }
    if (kind.path("kind").asText().isEmpty()) {
      errors.add(FieldError.required("spec.paramKind.kind", ""));
    }
  }

  private static void matchResources(String path, JsonNode match, List<FieldError> errors) {
    oneOf(path + ".matchPolicy", match.path("matchPolicy"), List.of("Equivalent", "Exact"), errors);
    for (String field : List.of("resourceRules", "excludeResourceRules")) {
      JsonNode rules = match.path(field);
      for (int i = 0; i < rules.size(); i++) {
        rule(path + "." + field + "[" + i + "]", rules.get(i), errors);
      }
    }
  }

  private static void rule(String path, JsonNode rule, List<FieldError> errors) {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < rule.path("resourceNames").size(); i++) {
      JsonNode name = rule.path("resourceNames").get(i);
      if (!names.add(name.asText())) {
        errors.add(FieldError.duplicate(path + ".resourceNames[" + i + "]", name));
      }
    }
    List<String> stars = List.of("apiGroups", "apiVersions", "resources");
    for (String field : stars) {
      JsonNode values = rule.path(field);
      if (values.isEmpty()) {
        errors.add(FieldError.required(path + "." + field, ""));
      }
      boolean all = false;
      for (int i = 0; i < values.size(); i++) {
        all |= values.get(i).asText().equals("*");
        if (values.get(i).asText().isEmpty() && !field.equals("apiGroups")) {
          errors.add(FieldError.required(path + "." + field + "[" + i + "]", ""));
        }
      }
      if (all && values.size() > 1 && !field.equals("resources")) {
        errors.add(
            FieldError.invalid(
                path + "." + field,
                values,
                "if '*' is present, must not specify other "
                    + (field.equals("apiGroups") ? "API groups" : "API versions")));
      }
    }
    JsonNode operations = rule.path("operations");
    if (operations.isEmpty()) {
      errors.add(FieldError.required(path + ".operations", ""));
    }
    for (int i = 0; i < operations.size(); i++) {
      if (!OPERATIONS.contains(operations.get(i).asText())) {
        errors.add(
            FieldError.notSupported(
                path + ".operations[" + i + "]", operations.get(i), OPERATIONS));
      }
    }
    JsonNode scope = rule.path("scope");
    if (scope.isTextual() && !SCOPES.contains(scope.asText())) {
      errors.add(FieldError.notSupported(path + ".scope", scope, SCOPES));
    }
  }

  private static void conditions(JsonNode conditions, Policy compiled, List<FieldError> errors) {
    String path = "spec.matchConditions";
    if (conditions.size() > MAX_CONDITIONS) {
      errors.add(FieldError.tooMany(path, conditions.size(), MAX_CONDITIONS));
    }
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < conditions.size(); i++) {
      String at = path + "[" + i + "]";
      expression(
          at + ".expression",
          conditions.get(i).path("expression"),
          compiled.conditions().get(i),
          "",
          errors);
      String name = conditions.get(i).path("name").asText();
      String last = name.substring(name.indexOf('/') + 1);
      if (name.isEmpty()) {
        errors.add(FieldError.required(at + ".name", ""));
      } else if (!NAME.matcher(last).matches()) {
        errors.add(
            FieldError.invalid(
                at + ".name",
                name,
                "name part must consist of alphanumeric characters, '-', '_' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or"
                    + " '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"));
      }
      if (!name.isEmpty() && !names.add(name)) {
        errors.add(FieldError.duplicate(at + ".name", conditions.get(i).path("name")));
      }
    }
  }

  private static void expression(
      String path, JsonNode source, Expression compiled, String missing, List<FieldError> errors) {
    if (source.asText().isBlank()) {
      errors.add(FieldError.required(path, missing));
    } else if (!compiled.error().isEmpty()) {
      errors.add(FieldError.invalid(path, source, compiled.error()));
    }
  }

  private static void variables(JsonNode variables, Policy compiled, List<FieldError> errors) {
    for (int i = 0; i < variables.size(); i++) {
      String at = "spec.variables[" + i + "]";
      String name = variables.get(i).path("name").asText();
      if (name.isBlank()) {
        errors.add(FieldError.required(at + ".name", "name is not specified"));
      } else if (!IDENTIFIER.matcher(name).matches()) {
        errors.add(FieldError.invalid(at + ".name", name, "must be a valid CEL identifier"));
      }
      Expression expression = compiled.variables().get(name);
      if (expression != null) {
        expression(
            at + ".expression",
            variables.get(i).path("expression"),
            expression,
            "expression is not specified",
            errors);
      }
    }
  }

  private static void validations(JsonNode spec, Policy compiled, List<FieldError> errors) {
    JsonNode validations = spec.path("validations");
    if (validations.isEmpty() && spec.path("auditAnnotations").isEmpty()) {
      String text = "validations or auditAnnotations must contain at least one item";
      errors.add(FieldError.required("spec.validations", text));
      errors.add(FieldError.required("spec.auditAnnotations", text));
      return;
    }
    for (int i = 0; i < validations.size(); i++) {
      validation(
          "spec.validations[" + i + "]", validations.get(i), compiled.validations().get(i), errors);
    }
  }

  private static void auditAnnotations(
      String policy, JsonNode annotations, Policy compiled, List<FieldError> errors) {
    String path = "spec.auditAnnotations";
    if (annotations.size() > Policy.MAX_AUDIT_ANNOTATIONS) {
      errors.add(
          FieldError.invalid(
              path,
              annotations,
              "must not have more than " + Policy.MAX_AUDIT_ANNOTATIONS + " auditAnnotations"));
    }
    Set<String> keys = new LinkedHashSet<>();
    for (int i = 0; i < compiled.auditAnnotations().size(); i++) {
      JsonNode annotation = annotations.get(i);
      String key = annotation.path("key").asText();
      String at = path + "[" + i + "]";
      if (policy.isEmpty()) {
        errors.add(FieldError.invalid(at + ".key", key, "requires metadata.name be non-empty"));
      } else {
        String qualified = policy + "/" + key;
        for (String problem : Formats.qualifiedName(qualified)) {
          errors.add(FieldError.invalid(at + ".key", qualified, problem));
        }
      }
      valueExpression(
          at + ".valueExpression",
          annotation.path("valueExpression"),
          compiled.auditAnnotations().get(i).value(),
          errors);
      if (!keys.add(key)) {
        errors.add(FieldError.duplicate(at + ".key", annotation.path("key")));
      }
    }
  }

  private static void valueExpression(
      String at, JsonNode source, Expression compiled, List<FieldError> errors) {
    if (source.asText().strip().getBytes(StandardCharsets.UTF_8).length > MAX_VALUE_EXPRESSION) {
      errors.add(
          FieldError.required(at, "must not exceed " + MAX_VALUE_EXPRESSION + " bytes in length"));
      return;
    }
    expression(at, source, compiled, "valueExpression is not specified", errors);
  }

  private static void validation(
      String at, JsonNode json, Policy.Validation compiled, List<FieldError> errors) {
    expression(
        at + ".expression",
        json.path("expression"),
        compiled.expression(),
        "expression is not specified",
        errors);
    JsonNode messageExpression = json.path("messageExpression");
    if (!messageExpression.asText().isEmpty() && messageExpression.asText().isBlank()) {
      errors.add(
          FieldError.invalid(
              at + ".messageExpression", messageExpression, "must be non-empty if specified"));
    } else if (compiled.messageExpression() != null) {
      expression(
          at + ".messageExpression", messageExpression, compiled.messageExpression(), "", errors);
    }
    JsonNode message = json.path("message");
    if (!message.asText().isEmpty() && message.asText().isBlank()) {
      errors.add(FieldError.invalid(at + ".message", message, "must be non-empty if specified"));
    } else if (message.asText().strip().contains("\n")) {
      errors.add(FieldError.invalid(at + ".message", message, "must not contain line breaks"));
    }
    JsonNode reason = json.path("reason");
    if (reason.isTextual() && !REASONS.contains(reason.asText())) {
      errors.add(FieldError.notSupported(at + ".reason", reason, REASONS));
    }
  }

  public static void binding(ObjectNode binding, List<FieldError> errors) {
    JsonNode spec = binding.path("spec");
    if (spec.path("policyName").asText().isEmpty()) {
      errors.add(FieldError.required("spec.policyName", ""));
    }
    JsonNode ref = spec.path("paramRef");
    if (ref.isObject()) {
      paramRef(ref, errors);
    }
    JsonNode match = spec.path("matchResources");
    if (match.isObject()) {
      matchResources("spec.matchResources", match, errors);
    }
    actions(spec.path("validationActions"), errors);
  }

  private static void paramRef(JsonNode ref, List<FieldError> errors) {
    boolean named = !ref.path("name").asText().isEmpty();
    boolean selected = ref.path("selector").isObject();
    String exclusive = "name and selector are mutually exclusive";
    if (named && selected) {
      errors.add(FieldError.forbidden("spec.paramRef.name", exclusive));
      errors.add(FieldError.forbidden("spec.paramRef.selector", exclusive));
    }
    if (!named && !selected) {
      errors.add(FieldError.required("spec.paramRef", "one of name or selector must be specified"));
    }
    oneOf(
        "spec.paramRef.parameterNotFoundAction",
        ref.path("parameterNotFoundAction"),
        List.of("Deny", "Allow"),
        errors);
  }

  private static void actions(JsonNode actions, List<FieldError> errors) {
    String path = "spec.validationActions";
    Set<String> seen = new LinkedHashSet<>();
    for (int i = 0; i < actions.size(); i++) {
      String at = path + "[" + i + "]";
      if (!ACTIONS.contains(actions.get(i).asText())) {
        errors.add(FieldError.notSupported(at, actions.get(i), ACTIONS));
      }
      if (!seen.add(actions.get(i).asText())) {
        errors.add(FieldError.duplicate(at, actions.get(i)));
      }
    }
    if (seen.contains("Deny") && seen.contains("Warn")) {
      errors.add(
          FieldError.invalid(
              path,
              actions,
              "must not contain both Deny and Warn (repeating the same validation failure"
                  + " information in the API response and headers serves no purpose)"));
    }
    if (seen.isEmpty()) {
      errors.add(FieldError.required(path, "at least one validation action is required"));
    }
  }
}
