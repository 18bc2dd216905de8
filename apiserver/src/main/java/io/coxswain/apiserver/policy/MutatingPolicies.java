package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.admission.webhook.Conditions;
import io.coxswain.apiserver.admission.webhook.ObjectNormalizer;
import io.coxswain.apiserver.apply.ApplyException;
import io.coxswain.apiserver.apply.ConfigurationMerge;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.apiserver.patch.JsonPatch;
import io.coxswain.apiserver.patch.PatchException;
import io.coxswain.apiserver.patch.SortedKeys;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.cel.Program;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.JsonConversion;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.ObjectValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Applies the mutations of bound MutatingAdmissionPolicies, in the order of the names of policies
 * and bindings, before webhooks do. If a policy has run, the mutating plugins run a second time,
 * and in it the policies with {@code reinvocationPolicy: IfNeeded}.
 */
public final class MutatingPolicies implements Plugin {
  private static final String POLICIES = "mutatingadmissionpolicies.admissionregistration.k8s.io";
  private static final String BINDINGS =
      "mutatingadmissionpolicybindings.admissionregistration.k8s.io";
  private static final String GROUP = "admissionregistration.k8s.io";

  private final Parameters parameters;
  private final Authorizer authorizer;
  private final Matching matching;
  private final ServerMetrics metrics;

  public MutatingPolicies(KindRegistry kinds, Authorizer authorizer, ServerMetrics metrics) {
    this.parameters = new Parameters(kinds);
    this.authorizer = authorizer;
    this.matching = new Matching(kinds);
    this.metrics = metrics;
  }

  @Override
  public List<String> resources() {
    return List.of(ANY);
  }

  /** A delete has no object to mutate. */
  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE, Operation.UPDATE, Operation.CONNECT);
  }

  /** One evaluation of a policy: with one binding and one parameter object. */
  private record Invocation(
      String policy, String binding, JsonNode spec, JsonNode params, ServedKind kind) {

    String key() {
      return policy + "\0" + binding + "\0" + Meta.namespace(params) + "\0" + Meta.name(params);
    }
  }

  /** A failure that denies the request unless the policy ignores failures. */
  private record Failure(String text, String reason) {}

  /** A mutation that cannot be computed or applied. */
  private static final class MutationException extends Exception {
    private final String type;

    MutationException(String type, String message) {
      super(message, null, false, false);
      this.type = type;
    }
  }

  /** The state needed in the second round. */
  private static final class Memory {
    private final Set<String> invoked = new TreeSet<>();
    private final Set<String> again = new TreeSet<>();
    private JsonNode lastOutput = MissingNode.getInstance();

    void changed() {
      again.addAll(invoked);
      invoked.clear();
    }
  }

  @Override
  public void admit(Attributes attributes) {
    Snapshot snapshot = attributes.context().snapshot();
    if (snapshot.collection(POLICIES).size() == 0
        || snapshot.collection(BINDINGS).size() == 0
        || !attributes.newObject().isObject()
        || attributes.kind().type().group().equals(GROUP)) {
      return;
    }
    List<Failure> failures = new ArrayList<>();
    List<Invocation> invocations = invocations(snapshot, attributes, failures);
    if (!invocations.isEmpty()) {
      invoke(invocations, attributes, failures);
    }
    if (!failures.isEmpty()) {
      throw denied(failures, attributes);
    }
  }

  private List<Invocation> invocations(
      Snapshot snapshot, Attributes attributes, List<Failure> failures) {
    List<Invocation> found = new ArrayList<>();
    for (Stored stored : snapshot.collection(POLICIES).values()) {
      JsonNode spec = stored.tree().path("spec");
      ServedKind kind = matching.match(spec.path("matchConstraints"), attributes);
      if (kind == null) {
        continue;
      }
      String policy = stored.key().name();
      for (Stored bound : snapshot.collection(BINDINGS).values()) {
        JsonNode binding = bound.tree().path("spec");
        if (!binding.path("policyName").asText().equals(policy)
            || matching.match(binding.path("matchResources"), attributes) == null) {
          continue;
        }
        String name = bound.key().name();
        try {
          for (JsonNode params : parameters.find(spec, binding, attributes)) {
            found.add(new Invocation(policy, name, spec, params, kind));
          }
        } catch (IllegalArgumentException e) {
          fail(spec, policy, name, String.valueOf(e.getMessage()), "", failures);
        }
      }
    }
    return found;
  }

  private static void fail(
      JsonNode spec,
      String policy,
      String binding,
      String message,
      String reason,
      List<Failure> failures) {
    if (!spec.path("failurePolicy").asText().equals("Ignore")) {
      String text =
          "policy '" + policy + "' with binding '" + binding + "' denied request: " + message;
      failures.add(new Failure(text, reason));
    }
  }

  private static StatusException denied(List<Failure> failures, Attributes attributes) {
    Failure first = failures.getFirst();
    StatusException denied =
        attributes.denied(first.text).as(403, first.reason.isEmpty() ? "Forbidden" : first.reason);
    failures.forEach(failure -> denied.cause("", failure.text, ""));
    return denied;
  }

  private void invoke(List<Invocation> invocations, Attributes attributes, List<Failure> failures) {
    Memory memory = attributes.memory(this) instanceof Memory known ? known : new Memory();
    attributes.remember(this, memory);
    boolean second = attributes.reinvoked();
    if (second && !SameJson.same(memory.lastOutput, attributes.newObject())) {
      memory.changed();
    }
    boolean ran = false;
    for (Invocation invocation : invocations) {
      Policy policy = Policy.of(invocation.spec);
      try {
        if (!MatchConditions.hold(policy.conditions(), values(invocation, policy, attributes))) {
          continue;
        }
      } catch (Conditions.EvaluationException e) {
        fail(invocation, String.valueOf(e.getMessage()), failures);
        continue;
      }
      if (second && !memory.again.contains(invocation.key())) {
        continue;
      }
      ran |= mutate(invocation, policy, attributes, failures);
      if (invocation.spec.path("reinvocationPolicy").asText().equals("IfNeeded")) {
        memory.invoked.add(invocation.key());
      }
    }
    if (ran) {
      memory.changed();
      attributes.reinvoke();
    }
    memory.lastOutput = attributes.newObject().deepCopy();
  }

  private static void fail(Invocation invocation, String message, List<Failure> failures) {
    fail(invocation.spec, invocation.policy, invocation.binding, message, "Invalid", failures);
  }

  private PolicyValues values(Invocation invocation, Policy policy, Attributes attributes) {
    JsonNode params = invocation.params;
    return new PolicyValues(
        attributes,
        invocation.kind,
        authorizer,
        params.isMissingNode() ? null : params,
        policy.variables());
  }

  /** Applies the mutations of a policy one after another; returns whether one was applied. */
  private boolean mutate(
      Invocation invocation, Policy policy, Attributes attributes, List<Failure> failures) {
    boolean ran = false;
    for (Policy.Mutation mutation : policy.mutations()) {
      long began = metrics.begin();
      String result = "no_error";
      try {
        // The next mutation sees the result of this one, so the variables are computed again.
        ObjectNode object = mutated(mutation, invocation, policy, attributes);
        attributes.object().removeAll();
        attributes.object().setAll(object);
        ran = true;
      } catch (MutationException e) {
        result = e.type;
        fail(invocation, String.valueOf(e.getMessage()), failures);
      }
      metrics.mutated(invocation.policy, invocation.binding, result, began);
    }
    return ran;
  }

  /** The object after one mutation, in the version of the request. */
  private ObjectNode mutated(
      Policy.Mutation mutation, Invocation invocation, Policy policy, Attributes attributes)
      throws MutationException {
    ServedKind kind = invocation.kind;
    ResourceType sent = attributes.request().type();
    boolean converts = PolicyValues.converts(attributes, kind);
    ObjectNode before =
        converts
            ? kind.read(attributes.kind().store(attributes.object().deepCopy(), 0))
            : attributes.object();
    Object value = evaluate(mutation.expression(), values(invocation, policy, attributes));
    ObjectNode after =
        mutation.jsonPatch()
            ? patched(before, (ListValue) value)
            : merged(before, (ObjectValue) value, schema(kind, sent));
    ObjectNormalizer.normalize(after, kind, sent);
    return converts ? attributes.kind().read(kind.store(after, 0)) : after;
  }

  private static Object evaluate(Expression expression, PolicyValues values)
      throws MutationException {
    if (expression.program() == null) {
      throw new MutationException("compile_error", expression.error());
    }
    Program.Outcome outcome = expression.program().evaluate(values);
    if (outcome.value() == null) {
      throw new MutationException(
          outcome.tooExpensive() ? "out_of_budget" : "invalid_error",
          "expression '" + expression.source().strip() + "' resulted in error: " + outcome.error());
    }
    return outcome.value();
  }

  /** The schema of the object that is sent: for some subresources not that of the kind. */
  private static Schema schema(ServedKind kind, ResourceType sent) {
    Optional<Schema> schema =
        sent.kind().equals(kind.type().kind())
            ? kind.schema()
            : BuiltInTypes.find(sent.apiVersion(), sent.kind());
    return schema.orElseThrow(
        () ->
            StatusException.serviceUnavailable(
                "Resource kind "
                    + sent.apiVersion()
                    + ", Kind="
                    + sent.kind()
                    + " not found. There can be a delay between when CustomResourceDefinitions are"
                    + " created and when they are available."));
  }

  private static ObjectNode merged(ObjectNode before, ObjectValue value, Schema schema)
      throws MutationException {
    try {
      checkNames(value);
      ObjectNode config = Json.MAPPER.createObjectNode();
      config.set("apiVersion", before.path("apiVersion"));
      config.set("kind", before.path("kind"));
      if (JsonConversion.tree(value) instanceof ObjectNode fields) {
        fields.remove(List.of("apiVersion", "kind"));
        config.setAll(fields);
      }
      ObjectNode merged = ConfigurationMerge.of(before, config, schema);
      SortedKeys.sortAll(merged);
      return merged;
    } catch (ApplyException e) {
      throw new MutationException("invalid_error", "error applying patch: " + e.text());
    } catch (EvalException e) {
      throw new MutationException("invalid_error", e.text());
    }
  }

  private static void checkNames(ObjectValue value) throws EvalException, MutationException {
    List<String> problems = value.misnamed();
    if (!problems.isEmpty()) {
      throw new MutationException("invalid_error", "type mismatch: " + String.join("\n", problems));
    }
  }

  private static ObjectNode patched(ObjectNode before, ListValue value) throws MutationException {
    ArrayNode operations = Json.MAPPER.createArrayNode();
    try {
      for (int i = 0; i < value.size(); i++) {
        operations.add(operation((ObjectValue) value.get(i)));
      }
    } catch (EvalException e) {
      throw new MutationException(
          "invalid_error",
          "JSONPath valueExpression evaluated to a type that could not marshal to JSON: "
              + e.text());
    }
    try {
      return JsonPatch.of(operations).apply(before.deepCopy());
    } catch (PatchException e) {
      if (e.failedTest()) {
        return before.deepCopy();
      }
      throw new MutationException("invalid_error", "JSON Patch: " + e.text());
    }
  }

  private static ObjectNode operation(ObjectValue value) throws EvalException, MutationException {
    ObjectNode operation = Json.MAPPER.createObjectNode();
    for (var field : value.fields().entrySet()) {
      if (field.getValue() instanceof ObjectValue object) {
        checkNames(object);
      }
      operation.set(field.getKey(), JsonConversion.tree(field.getValue()));
    }
    if (operation.path("from").asText().isEmpty()) {
      operation.remove("from");
    }
    return operation;
  }
}
