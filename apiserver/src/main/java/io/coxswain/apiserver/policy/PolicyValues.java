package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.cel.Program;
import io.coxswain.cel.library.AccessCheck;
import io.coxswain.cel.library.AuthorizerFunctions;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.JsonValues;
import io.coxswain.cel.value.LazyObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of expressions for a write. Each is computed on first use. */
final class PolicyValues implements Program.Variables {
  private final Attributes attributes;
  private final ServedKind kind;
  private final Authorizer authorizer;
  private final @Nullable JsonNode params;
  private final Map<String, Expression> variables;
  private final Map<String, Object> known = new LinkedHashMap<>();

  /**
   * @param kind the version in which the object is presented
   */
  PolicyValues(
      Attributes attributes,
      ServedKind kind,
      Authorizer authorizer,
      @Nullable JsonNode params,
      Map<String, Expression> variables) {
    this.attributes = attributes;
    this.kind = kind;
    this.authorizer = authorizer;
    this.params = params;
    this.variables = variables;
  }

  @Override
  public @Nullable Object find(String name) throws EvalException {
    Object value = known.get(name);
    if (value == null) {
      value = make(name);
      if (value != null) {
        known.put(name, value);
      }
    }
    return value;
  }

  private @Nullable Object make(String name) {
    return switch (name) {
      case "object" -> JsonValues.plain(seen(attributes.newObject()));
      case "oldObject" -> JsonValues.plain(seen(attributes.old()));
      case "params" -> JsonValues.plain(params);
      case "request" -> JsonValues.plain(request());
      case "namespaceObject" -> JsonValues.plain(namespace());
      case "variables" -> new LazyObject(variables.keySet(), this::variable);
      case "authorizer" ->
          AuthorizerFunctions.authorizer(
              check(), attributes.user().name(), attributes.user().groups());
      case "authorizer.requestResource" ->
          AuthorizerFunctions.requestResource(
              check(),
              attributes.user().name(),
              attributes.user().groups(),
              attributes.kind().type().group(),
              attributes.kind().type().plural(),
              attributes.subresource(),
              attributes.namespace(),
              attributes.name());
      default -> null;
    };
  }

  /** The object in the version that the policy names. */
  private JsonNode seen(JsonNode object) {
    return object instanceof ObjectNode tree && converts(attributes, kind)
        ? kind.read(attributes.kind().store(tree.deepCopy(), 0))
        : object;
  }

  /** Whether the policy names another version of the object than the request. */
  static boolean converts(Attributes attributes, ServedKind kind) {
    return kind != attributes.kind()
        && kind.type().kind().equals(attributes.request().type().kind());
  }

  private Object variable(String name) throws EvalException {
    Expression expression = variables.get(name);
    if (expression == null || expression.program() == null) {
      throw LazyObject.failure(name, "compilation failed");
    }
    Program.Outcome outcome = expression.program().evaluate(this);
    if (outcome.value() == null) {
      throw LazyObject.failure(name, outcome.error());
    }
    return outcome.value();
  }

  private AccessCheck check() {
    return asked -> {
      var user = new User(asked.user(), asked.groups());
      var access =
          asked.path().isEmpty()
              ? AuthorizationAttributes.resource(
                      user,
                      asked.verb(),
                      asked.group(),
                      asked.resource(),
                      asked.namespace(),
                      asked.name())
                  .withSubresource(asked.subresource())
              : AuthorizationAttributes.path(user, asked.verb(), asked.path());
      var decision = authorizer.decide(access);
      return new AccessCheck.Decision(decision.allowed(), decision.reason());
    };
  }

  private ObjectNode request() {
    ObjectNode request = Json.MAPPER.createObjectNode();
    ResourceType asked = attributes.kind().type();
    ResourceType object = attributes.request().type();
    boolean own = object.kind().equals(asked.kind()) && object.group().equals(asked.group());
    kind(request.putObject("kind"), own ? kind.type() : object);
    resource(request.putObject("resource"), kind.type());
    request.put("subResource", attributes.subresource());
    kind(request.putObject("requestKind"), object);
    resource(request.putObject("requestResource"), asked);
    request.put("requestSubResource", attributes.subresource());
    request.put("name", attributes.name());
    request.put("namespace", attributes.namespace());
    request.put("operation", attributes.operation().name());
    ObjectNode user = request.putObject("userInfo");
    user.put("username", attributes.user().name());
    user.put("uid", attributes.user().uid());
    attributes.user().groups().forEach(user.putArray("groups")::add);
    ObjectNode extra = user.putObject("extra");
    attributes
        .user()
        .extra()
        .forEach((key, values) -> values.forEach(extra.withArray("/" + escaped(key))::add));
    request.put("dryRun", attributes.dryRun());
    request.set("options", attributes.request().options().get());
    return request;
  }

  private static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }

  private static void kind(ObjectNode json, ResourceType type) {
    json.put("group", type.group()).put("version", type.version()).put("kind", type.kind());
  }

  private static void resource(ObjectNode json, ResourceType type) {
    json.put("group", type.group()).put("version", type.version()).put("resource", type.plural());
  }

  private @Nullable JsonNode namespace() {
    if (attributes.namespace().isEmpty()) {
      return null;
    }
    Stored stored =
        attributes.context().snapshot().find("namespaces", ObjectKey.of(attributes.namespace()));
    return stored == null ? null : stored.tree();
  }
}
