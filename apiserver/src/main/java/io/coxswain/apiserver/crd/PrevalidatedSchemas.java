package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Definitions that someone vouches for, because they were checked when the program was built. While
 * they are installed their schemas are not checked again: compiling their rules is most of what
 * installing them takes, and of what a program that brings its own kinds takes to start. A schema
 * that differs in anything is checked like any other.
 */
public final class PrevalidatedSchemas {
  private static final ScopedValue<Set<JsonNode>> SCHEMAS = ScopedValue.newInstance();

  private PrevalidatedSchemas() {}

  /**
   * Does something, on this task, during which the schemas of the definitions count as checked.
   *
   * @throws X what the action throws
   */
  public static <X extends Exception> void during(List<ObjectNode> definitions, Action<X> action)
      throws X {
    var schemas = new LinkedHashSet<JsonNode>();
    for (ObjectNode definition : definitions) {
      for (JsonNode version : definition.path("spec").path("versions")) {
        schemas.add(version.path("schema").path("openAPIV3Schema"));
      }
    }
    ScopedValue.where(SCHEMAS, schemas)
        .call(
            () -> {
              action.run();
              return true;
            });
  }

  /** What is done meanwhile. */
  @FunctionalInterface
  public interface Action<X extends Exception> {
    void run() throws X;
  }

  static boolean covers(ObjectNode schema) {
    return SCHEMAS.isBound() && SCHEMAS.get().contains(schema);
  }
}
