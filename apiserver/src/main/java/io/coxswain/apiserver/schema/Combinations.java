package io.coxswain.apiserver.schema;

import io.coxswain.api.FieldError;
import io.coxswain.api.schema.Schema;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The keywords that combine schemas: anyOf, oneOf, allOf and not. */
final class Combinations {
  private Combinations() {}

  /**
   * @param check the errors of the current value under another schema
   */
  static void check(
      String path,
      Schema schema,
      Function<Schema, List<FieldError>> check,
      List<FieldError> errors) {
    if (!schema.anyOf().isEmpty()) {
      List<FieldError> best = null;
      for (Schema part : schema.anyOf()) {
        best = better(best, check.apply(part));
      }
      if (best != null && !best.isEmpty()) {
        errors.add(error(path, "must validate at least one schema (anyOf)"));
        errors.addAll(best);
      }
    }
    if (!schema.oneOf().isEmpty()) {
      List<FieldError> best = null;
      int valid = 0;
      for (Schema part : schema.oneOf()) {
        List<FieldError> found = check.apply(part);
        best = better(best, found);
        valid += found.isEmpty() ? 1 : 0;
      }
      if (valid != 1) {
        errors.add(
            error(
                path,
                "must validate one and only one schema (oneOf). "
                    + (valid == 0
                        ? "Found none valid"
                        : "Found " + valid + " valid alternatives")));
        errors.addAll(valid == 0 && best != null ? best : List.of());
      }
    }
    if (!schema.allOf().isEmpty()) {
      boolean all = true;
      for (Schema part : schema.allOf()) {
        List<FieldError> found = check.apply(part);
        all &= found.isEmpty();
        errors.addAll(found);
      }
      if (!all) {
        errors.add(error(path, "must validate all the schemas (allOf)"));
      }
    }
    if (schema.not() != null && check.apply(schema.not()).isEmpty()) {
      errors.add(error(path, "must not validate the schema (not)"));
    }
  }

  /** The errors of the alternative that came closest. */
  private static List<FieldError> better(@Nullable List<FieldError> best, List<FieldError> found) {
    return best == null || found.size() < best.size() ? found : best;
  }

  private static FieldError error(String path, String text) {
    return FieldError.invalid("<nil>", "", "\"" + path + "\" " + text);
  }
}
