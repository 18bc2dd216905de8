package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.admission.webhook.Conditions;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rejects writes that violate a bound policy, or warns about them. */
public final class Policies implements Plugin {
  private static final String POLICIES = "validatingadmissionpolicies.admissionregistration.k8s.io";
  private static final String BINDINGS =
      "validatingadmissionpolicybindings.admissionregistration.k8s.io";
  private static final String GROUP = "admissionregistration.k8s.io";
  private static final String FAILURES = "validation.policy.admission.k8s.io/validation_failure";
  private static final int MAX_MESSAGE_LENGTH = 5 * 1024;
  private static final int MAX_ANNOTATION_LENGTH = 10 * 1024;
  private static final int MAX_AUDITED_FAILURES = 50;

  private final Parameters parameters;
  private final Authorizer authorizer;
  private final Matching matching;

  public Policies(KindRegistry kinds, Authorizer authorizer) {
    this.parameters = new Parameters(kinds);
    this.authorizer = authorizer;
    this.matching = new Matching(kinds);
  }

  /** A failed validation. */
  private record Failure(String message, String reason, int expression) {}

  /**
   * The outcome of a policy for one parameter.
   *
   * @param problems why audit annotations could not be evaluated; each denies the request
   */
  private record Evaluation(
      List<Failure> failures, SortedMap<String, String> annotations, List<String> problems) {
    static Evaluation failed(List<Failure> failures) {
      return new Evaluation(failures, Collections.emptySortedMap(), List.of());
    }
  }

  @Override
  public List<String> resources() {
    return List.of(ANY);
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE, Operation.UPDATE, Operation.DELETE, Operation.CONNECT);
  }

  @Override
  public void validate(Attributes attributes) {
    Snapshot snapshot = attributes.context().snapshot();
    if (snapshot.collection(POLICIES).size() == 0
        || snapshot.collection(BINDINGS).size() == 0
        || attributes.kind().type().group().equals(GROUP)) {
      return;
    }
    StatusException refusal = null;
    ArrayNode audited = Json.MAPPER.createArrayNode();
    for (Stored policy : snapshot.collection(POLICIES).values()) {
      ObjectNode tree = policy.tree();
      JsonNode spec = tree.path("spec");
      ServedKind kind = matching.match(spec.path("matchConstraints"), attributes);
      if (kind == null) {
        continue;
      }
      SortedMap<String, Set<String>> annotations = new TreeMap<>();
      for (Stored binding : snapshot.collection(BINDINGS).values()) {
        JsonNode bound = binding.tree().path("spec");
        if (bound.path("policyName").asText().equals(Meta.name(tree))
            && matching.match(bound.path("matchResources"), attributes) != null) {
          var about = new Bound(Meta.name(tree), binding.key().name(), bound, annotations, audited);
          StatusException denied = enforce(spec, about, kind, attributes);
          refusal = refusal == null ? denied : refusal;
        }
      }
      annotations.forEach(
          (key, values) ->
              attributes
                  .context()
                  .annotations()
                  .add(Meta.name(tree) + "/" + key, String.join(", ", values)));
    }
    if (!audited.isEmpty()) {
      attributes.context().annotations().add(FAILURES, audited.toString());
    }
    if (refusal != null) {
      throw refusal;
    }
  }

  /**
   * A policy with one of its bindings.
   *
   * @param annotations receives the values of audit annotations
   * @param audited receives the failures for the audit log
   */
  private record Bound(
      String policy,
      String name,
      JsonNode binding,
      SortedMap<String, Set<String>> annotations,
      ArrayNode audited) {

    void annotate(String key, String value) {
      annotations.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(value);
    }

    void audit(Failure failure) {
      if (audited.size() < MAX_AUDITED_FAILURES) {
        ObjectNode entry = audited.addObject();
        entry.put("message", failure.message).put("policy", policy).put("binding", name);
        entry.put("expressionIndex", failure.expression);
        entry.set("validationActions", binding.path("validationActions"));
      }
    }
  }

  private @Nullable StatusException enforce(
      JsonNode spec, Bound bound, ServedKind kind, Attributes attributes) {
    boolean fails = !spec.path("failurePolicy").asText().equals("Ignore");
    List<Evaluation> evaluations = new ArrayList<>();
    try {
      for (JsonNode params : parameters.find(spec, bound.binding, attributes)) {
        evaluations.add(
            evaluate(spec, params.isMissingNode() ? null : params, kind, attributes, fails));
      }
    } catch (IllegalArgumentException e) {
      if (!fails) {
        return null;
      }
      evaluations =
          List.of(Evaluation.failed(List.of(new Failure(String.valueOf(e.getMessage()), "", 0))));
    }
    StatusException refusal = null;
    for (Evaluation evaluation : evaluations) {
      StatusException denied = enforce(evaluation, bound, attributes);
      refusal = refusal == null ? denied : refusal;
    }
    return refusal;
  }

  private static @Nullable StatusException enforce(
      Evaluation evaluation, Bound bound, Attributes attributes) {
    StatusException refusal = null;
    List<String> actions = Meta.strings(bound.binding.path("validationActions"));
    for (Failure failure : evaluation.failures) {
      if (actions.contains("Deny") && refusal == null) {
        refusal = denied(bound.policy, bound.name, failure, attributes);
      }
      if (actions.contains("Audit")) {
        bound.audit(failure);
      }
      if (actions.contains("Warn")) {
        attributes
            .context()
            .warnings()
            .add(
                "Validation failed for ValidatingAdmissionPolicy '"
                    + bound.policy
                    + "' with binding '"
                    + bound.name
                    + "': "
                    + failure.message);
      }
    }
    evaluation.annotations.forEach(bound::annotate);
    for (String problem : evaluation.problems) {
      if (refusal == null) {
        refusal = denied(bound.policy, bound.name, new Failure(problem, "", 0), attributes);
      }
    }
    return refusal;
  }

  private static StatusException denied(
      String policy, String binding, Failure failure, Attributes attributes) {
    String text =
        "ValidatingAdmissionPolicy '"
            + policy
            + "' with binding '"
            + binding
            + "' denied request: "
            + failure.message;
    String reason = failure.reason.isEmpty() ? "Invalid" : failure.reason;
    int code =
        switch (reason) {
          case "Forbidden" -> 403;
          case "RequestEntityTooLarge" -> 413;
          case "Unauthorized" -> 401;
          default -> 422;
        };
    return attributes.forbidden(text).as(code, reason).cause("", text, "");
  }

  private Evaluation evaluate(
      JsonNode spec,
      @Nullable JsonNode params,
      ServedKind kind,
      Attributes attributes,
      boolean fails) {
    Policy policy = Policy.of(spec);
    var values = new PolicyValues(attributes, kind, authorizer, params, policy.variables());
    List<Failure> failures = new ArrayList<>();
    try {
      if (!MatchConditions.hold(policy.conditions(), values)) {
        return Evaluation.failed(failures);
      }
    } catch (Conditions.EvaluationException e) {
      if (fails) {
        failures.add(new Failure(String.valueOf(e.getMessage()), "", 0));
      }
      return Evaluation.failed(failures);
    }
    for (int i = 0; i < policy.validations().size(); i++) {
      Failure failure = failure(policy.validations().get(i), i, values, fails);
      if (failure != null) {
        failures.add(failure);
      }
    }
    SortedMap<String, String> annotations = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    for (Policy.AuditAnnotation annotation : policy.auditAnnotations()) {
      annotate(annotation, values, annotations, fails ? problems : new ArrayList<>());
    }
    return new Evaluation(failures, annotations, problems);
  }

  private static @Nullable Failure failure(
      Policy.Validation validation, int index, PolicyValues values, boolean fails) {
    Expression expression = validation.expression();
    if (expression.program() == null) {
      return fails ? new Failure(expression.error(), "", index) : null;
    }
    var outcome = expression.program().evaluate(values);
    if (outcome.value() == null) {
      String text = "expression '" + expression.source() + "' resulted in error: ";
      return fails ? new Failure(text + outcome.error(), "", index) : null;
    }
    return outcome.isTrue()
        ? null
        : new Failure(message(validation, values), validation.reason(), index);
  }

  /** Adds the value of an annotation; null and blank text give none. */
  private static void annotate(
      Policy.AuditAnnotation annotation,
      PolicyValues values,
      SortedMap<String, String> annotations,
      List<String> problems) {
    Expression expression = annotation.value();
    if (expression.program() == null) {
      problems.add(expression.error());
      return;
    }
    var outcome = expression.program().evaluate(values);
    if (outcome.value() == null) {
      problems.add(
          "expression '" + expression.source() + "' resulted in error: " + outcome.error());
    } else if (outcome.value() instanceof String text && !text.isBlank()) {
      String value = text.strip();
      annotations.put(
          annotation.key(), value.substring(0, Math.min(value.length(), MAX_ANNOTATION_LENGTH)));
    }
  }

  private static String message(Policy.Validation validation, PolicyValues values) {
    Expression expression = validation.messageExpression();
    if (expression != null
        && expression.program() != null
        && expression.program().evaluate(values).value() instanceof String text) {
      String said = text.strip();
      if (!said.isEmpty() && said.length() <= MAX_MESSAGE_LENGTH && !said.contains("\n")) {
        return said;
      }
    }
    return validation.message().isEmpty()
        ? "failed expression: " + validation.expression().source().strip()
        : validation.message().strip();
  }
}
