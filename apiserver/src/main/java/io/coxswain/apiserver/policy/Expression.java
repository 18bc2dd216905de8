package io.coxswain.apiserver.policy;

import io.coxswain.cel.Compilation;
import io.coxswain.cel.Environment;
import io.coxswain.cel.Program;
import org.jspecify.annotations.Nullable;

/**
 * An expression of a policy.
 *
 * @param program null if it cannot be compiled
 * @param error the compile error; empty if there is none
 */
record Expression(String source, @Nullable Program program, String error) {

  static Expression of(String source, Environment environment) {
    Compilation compiled = environment.compile(source.strip());
    return new Expression(
        source,
        compiled.program(),
        compiled.program() == null ? "compilation failed: " + compiled.error() : "");
  }

  static Expression bool(String source, Environment environment) {
    Expression expression = of(source, environment);
    return expression.program == null || expression.program.isBool()
        ? expression
        : expression.wrong("bool");
  }

  static Expression string(String source, Environment environment) {
    Expression expression = of(source, environment);
    return expression.program == null || expression.program.isString()
        ? expression
        : expression.wrong("string");
  }

  static Expression stringOrNull(String source, Environment environment) {
    Expression expression = of(source, environment);
    Program program = expression.program;
    return program == null || program.isString() || program.isNull()
        ? expression
        : new Expression(
            source, null, "must evaluate to one of [string null_type] but got " + program.type());
  }

  static Expression configuration(String source, Environment environment) {
    Expression expression = of(source, environment);
    return expression.program == null || expression.program.isConfiguration()
        ? expression
        : expression.wrong("Object");
  }

  static Expression patch(String source, Environment environment) {
    Expression expression = of(source, environment);
    return expression.program == null || expression.program.isPatch()
        ? expression
        : expression.wrong("list(JSONPatch)");
  }

  private Expression wrong(String wanted) {
    String found = program == null ? "" : program.type().toString();
    return new Expression(source, null, "must evaluate to " + wanted + " but got " + found);
  }
}
