package io.coxswain.kube.admissionpolicystatus;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.Environment;
import io.coxswain.cel.type.DeclType;
import io.coxswain.cel.type.PolicyTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Type-checks the expressions of a policy against each kind that the policy matches. */
final class TypeCheck {
  private final List<Typed> kinds;

  /** A kind and the declarations available to expressions on it. */
  private record Typed(KnownTypes.Kind kind, Environment environment) {}

  private TypeCheck(List<Typed> kinds) {
    this.kinds = kinds;
  }

  static TypeCheck of(JsonNode spec, KnownTypes types) throws ApiException {
    DeclType params = params(spec.path("paramKind"), types);
    var kinds = new ArrayList<Typed>();
    for (KnownTypes.Kind kind : types.matched(spec)) {
      Optional<Schema> schema = types.find(kind);
      DeclType object =
          schema.map(s -> DeclType.of("selfType." + kind.name(), s, false)).orElse(null);
      if (object != null) {
        kinds.add(new Typed(kind, environment(spec.path("variables"), object, params)));
      }
    }
    return new TypeCheck(kinds);
  }

  private static @Nullable DeclType params(JsonNode kind, KnownTypes types) throws ApiException {
    String apiVersion = kind.path("apiVersion").asText("");
    if (apiVersion.isEmpty()) {
      return null;
    }
    int slash = apiVersion.indexOf('/');
    Optional<Schema> schema =
        types.find(
            new KnownTypes.Kind(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                kind.path("kind").asText("")));
    return schema.map(s -> DeclType.of("paramsType", s, false)).orElse(null);
  }

  /** Adds the variables of the policy. A variable may use those before it. */
  private static Environment environment(
      JsonNode variables, DeclType object, @Nullable DeclType params) {
    Map<String, DeclType> computed = new LinkedHashMap<>();
    for (JsonNode variable : variables) {
      var compiled =
          environment(object, params, computed)
              .compile(variable.path("expression").asText("").strip());
      computed.put(
          variable.path("name").asText(),
          compiled.program() == null
              ? PolicyTypes.anything()
              : PolicyTypes.ofVariable(compiled.program().type()));
    }
    return environment(object, params, computed);
  }

  private static Environment environment(
      DeclType object, @Nullable DeclType params, Map<String, DeclType> computed) {
    Map<String, DeclType> all =
        PolicyTypes.variables(params != null, PolicyTypes.composed(computed));
    all.put("object", object);
    all.put("oldObject", object);
    if (params != null) {
      all.put("params", params);
    }
    all.remove("authorizer.requestResource");
    return Environment.of(all);
  }

  /** The type errors of an expression, for each kind; empty if there are none. */
  String warning(String expression) {
    if (expression.isEmpty()) {
      return "";
    }
    var messages = new ArrayList<String>();
    for (Typed typed : kinds) {
      String error = typed.environment.compile(expression).error();
      if (!error.isEmpty()) {
        messages.add(typed.kind + ": " + error + "\n");
      }
    }
    return String.join("\n", messages);
  }
}
