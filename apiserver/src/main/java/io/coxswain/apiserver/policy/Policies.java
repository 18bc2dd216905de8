package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rejects writes that violate a bound policy, or warns about them. */
public final class Policies implements Plugin {
  private static final String POLICIES = "validatingadmissionpolicies.admissionregistration.k8s.io";
  private static final String BINDINGS =
      "validatingadmissionpolicybindings.admissionregistration.k8s.io";
  private static final String GROUP = "admissionregistration.k8s.io";
  private static final int MAX_MESSAGE_LENGTH = 5 * 1024;

  private final Parameters parameters;
  private final Authorizer authorizer;
  private final Matching matching;

  public Policies(KindRegistry kinds, Authorizer authorizer) {
    this.parameters = new Parameters(kinds);
    this.authorizer = authorizer;
    this.matching = new Matching(kinds);
  }

  /** A failed validation. */
  private record Failure(String message, String reason) {}

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
    for (Stored policy : snapshot.collection(POLICIES).values()) {
      ObjectNode tree = policy.tree();
      JsonNode spec = tree.path("spec");
      ServedKind kind = matching.match(spec.path("matchConstraints"), attributes);
      if (kind == null) {
        continue;
      }
      for (Stored binding : snapshot.collection(BINDINGS).values()) {
        JsonNode bound = binding.tree().path("spec");
        if (bound.path("policyName").asText().equals(Meta.name(tree))
            && matching.match(bound.path("matchResources"), attributes) != null) {
          StatusException denied =
              enforce(spec, Meta.name(tree), bound, binding.key().name(), kind, attributes);
          refusal = refusal == null ? denied : refusal;
        }
      }
    }
    if (refusal != null) {
      throw refusal;
    }
  }

  private @Nullable StatusException enforce(
      JsonNode spec,
      String policy,
      JsonNode binding,
      String bindingName,
      ServedKind kind,
      Attributes attributes) {
    boolean fails = !spec.path("failurePolicy").asText().equals("Ignore");
    List<Failure> failures;
    try {
      failures = new ArrayList<>();
      for (JsonNode params : parameters.find(spec, binding, attributes)) {
        failures.addAll(
            evaluate(spec, params.isMissingNode() ? null : params, kind, attributes, fails));
      }
    } catch (IllegalArgumentException e) {
      if (!fails) {
        return null;
      }
      failures = List.of(new Failure(String.valueOf(e.getMessage()), ""));
    }
    StatusException refusal = null;
    List<String> actions = Meta.strings(binding.path("validationActions"));
    for (Failure failure : failures) {
      if (actions.contains("Deny") && refusal == null) {
        refusal = denied(policy, bindingName, failure, attributes);
      }
      if (actions.contains("Warn")) {
        attributes
            .context()
            .warnings()
            .add(
                "Validation failed for ValidatingAdmissionPolicy '"
                    + policy
                    + "' with binding '"
                    + bindingName
                    + "': "
                    + failure.message);
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

  private List<Failure> evaluate(
      JsonNode spec,
      @Nullable JsonNode params,
      ServedKind kind,
      Attributes attributes,
      boolean fails) {
    Policy policy = Policy.of(spec);
    var values = new PolicyValues(attributes, kind, authorizer, params, policy.variables());
    try {
      if (!MatchConditions.hold(policy.conditions(), values)) {
        return List.of();
      }
    } catch (Conditions.EvaluationException e) {
      return fails ? List.of(new Failure(String.valueOf(e.getMessage()), "")) : List.of();
    }
    List<Failure> failures = new ArrayList<>();
    for (Policy.Validation validation : policy.validations()) {
      String source = validation.expression().source();
      if (validation.expression().program() == null) {
        if (fails) {
          failures.add(new Failure(validation.expression().error(), ""));
        }
        continue;
      }
      var outcome = validation.expression().program().evaluate(values);
      if (outcome.value() == null) {
        if (fails) {
          failures.add(
              new Failure("expression '" + source + "' resulted in error: " + outcome.error(), ""));
        }
      } else if (!outcome.isTrue()) {
        failures.add(new Failure(message(validation, values), validation.reason()));
      }
    }
    return failures;
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
