package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.Binding;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * CRDs that were validated when the program was built. While they are installed, their schemas are
 * not validated again: compiling their rules takes most of the time of installing them, and of
 * starting a program that brings its own kinds. A schema that differs in any way is validated like
 * any other.
 */
public final class PrevalidatedSchemas {
  private static final Binding<Set<JsonNode>> SCHEMAS = new Binding<>();

  private PrevalidatedSchemas() {}

  /**
   * Runs an action on this task during which the schemas of the CRDs count as validated.
   *
   * @throws X what the action throws
   */
  public static <X extends Exception> void during(
      List<ObjectNode> definitions, Binding.Action<X> action) throws X {
    var schemas = new LinkedHashSet<JsonNode>();
    for (ObjectNode definition : definitions) {
      for (JsonNode version : definition.path("spec").path("versions")) {
        schemas.add(version.path("schema").path("openAPIV3Schema"));
      }
    }
    SCHEMAS.run(schemas, action);
  }

  static boolean covers(ObjectNode schema) {
    return SCHEMAS.isBound() && SCHEMAS.get().contains(schema);
  }
}
