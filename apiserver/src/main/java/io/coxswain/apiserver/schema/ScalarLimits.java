package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.coxswain.api.FieldError;
import io.coxswain.api.GoFloat;
import io.coxswain.api.GoQuote;
import io.coxswain.api.schema.Limits;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.formats.Patterns;
import io.coxswain.cel.formats.StringFormats;
import java.math.BigDecimal;
import java.util.List;

/** The limits of strings and numbers. */
final class ScalarLimits {
  private ScalarLimits() {}

  static void string(String path, String text, Schema schema, List<FieldError> errors) {
    Limits limits = schema.limits();
    long length = text.codePointCount(0, text.length());
    if (limits.maxLength() != null && length > limits.maxLength()) {
      errors.add(FieldError.tooLong(path, limits.maxLength().intValue()));
    } else if (limits.minLength() != null && length < limits.minLength()) {
      errors.add(
          FieldError.invalid(
              path,
              text,
              path + " in body should be at least " + limits.minLength() + " chars long"));
    } else if (limits.pattern() != null && !matches(limits.pattern(), text)) {
      errors.add(
          FieldError.invalid(
              path, text, path + " in body should match '" + limits.pattern() + "'"));
    }
    if (!StringFormats.accepts(schema.format(), text)) {
      errors.add(
          FieldError.typeInvalid(
              path,
              TextNode.valueOf(text),
              path + " in body must be of type " + schema.format() + ": " + GoQuote.of(text)));
    }
  }

  private static boolean matches(String pattern, String text) {
    try {
      Pattern compiled = Patterns.of(pattern);
      return !Patterns.isTooCostly(compiled, text) && compiled.matcher(text).find();
    } catch (PatternSyntaxException e) {
      return false; // a CRD with such a pattern is rejected
    }
  }

  static void number(String path, JsonNode value, Schema schema, List<FieldError> errors) {
    Limits limits = schema.limits();
    BigDecimal number = value.decimalValue();
    if (limits.multipleOf() != null && number.remainder(limits.multipleOf()).signum() != 0) {
      errors.add(invalid(path, value, "should be a multiple of ", limits.multipleOf()));
    }
    if (limits.minimum() != null) {
      int order = number.compareTo(limits.minimum());
      if (order < 0 || (order == 0 && limits.exclusiveMinimum())) {
        String text =
            limits.exclusiveMinimum()
                ? "should be greater than "
                : "should be greater than or equal to ";
        errors.add(invalid(path, value, text, limits.minimum()));
      }
    }
    if (limits.maximum() != null) {
      int order = number.compareTo(limits.maximum());
      if (order > 0 || (order == 0 && limits.exclusiveMaximum())) {
        String text =
            limits.exclusiveMaximum() ? "should be less than " : "should be less than or equal to ";
        errors.add(invalid(path, value, text, limits.maximum()));
      }
    }
  }

  private static FieldError invalid(String path, JsonNode value, String text, BigDecimal limit) {
    return FieldError.invalid(
        path, value, path + " in body " + text + GoFloat.text(limit.doubleValue()));
  }
}
