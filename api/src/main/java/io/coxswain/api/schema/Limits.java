package io.coxswain.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Constraints on a value of the right type. An unset bound is null.
 *
 * @param values the enumeration; empty for any value
 */
public record Limits(
    List<JsonNode> values,
    @Nullable String pattern,
    @Nullable BigDecimal minimum,
    boolean exclusiveMinimum,
    @Nullable BigDecimal maximum,
    boolean exclusiveMaximum,
    @Nullable BigDecimal multipleOf,
    @Nullable Long minLength,
    @Nullable Long maxLength,
    @Nullable Long minItems,
    @Nullable Long maxItems,
    boolean uniqueItems,
    @Nullable Long minProperties,
    @Nullable Long maxProperties) {

  /** No constraints. */
  public static final Limits NONE =
      new Limits(
          List.of(), null, null, false, null, false, null, null, null, null, null, false, null,
          null);

  public Limits {
    values = List.copyOf(values);
  }
}
