package io.coxswain.trainer.suggestion;

import io.coxswain.api.trainer.LogUniformSpace;
import io.coxswain.api.trainer.SearchParameter;
import io.coxswain.api.trainer.SearchSpace;
import io.coxswain.api.trainer.UniformSpace;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The search space of one parameter, as coordinates from 0 to 1 or as choices. */
sealed interface Dimension {
  /** Up to here every integer is a double. */
  double MAX_INT = 9_007_199_254_740_992.0;

  String name();

  /** The value at a coordinate. For choices, an interval of the same length for each. */
  String value(double coordinate);

  /**
   * The coordinate of a value; for choices, the index. Empty for what is not a value of this
   * dimension.
   */
  OptionalDouble coordinate(String value);

  /**
   * Numbers from min to max. Weighted ends rather than a distance, which may be too large for a
   * number.
   *
   * @param low where coordinate 0 is; half below min for integers, so that each integer represents
   *     the interval that is rounded to it
   * @param high where coordinate 1 is
   */
  record Numeric(
      String name, double min, double max, double low, double high, boolean log, boolean whole)
      implements Dimension {

    @Override
    public String value(double coordinate) {
      double value =
          log
              ? StrictMath.exp(
                  StrictMath.log(low) * (1 - coordinate) + StrictMath.log(high) * coordinate)
              : low * (1 - coordinate) + high * coordinate;
      double inside = Math.min(max, Math.max(min, whole ? Math.rint(value) : value));
      return whole ? Long.toString((long) inside) : Double.toString(inside);
    }

    @Override
    public OptionalDouble coordinate(String value) {
      double number;
      try {
        number = Double.parseDouble(value);
      } catch (NumberFormatException e) {
        return OptionalDouble.empty();
      }
      if (!(number >= min && number <= max)) {
        return OptionalDouble.empty();
      }
      double coordinate =
          log
              ? (StrictMath.log(number) - StrictMath.log(low))
                  / (StrictMath.log(high) - StrictMath.log(low))
              : (number / 2 - low / 2) / (high / 2 - low / 2);
      return OptionalDouble.of(
          Double.isNaN(coordinate) ? 0.5 : Math.min(1, Math.max(0, coordinate)));
    }
  }

  /** Choices without an order. */
  record Categorical(String name, List<String> choices) implements Dimension {

    @Override
    public String value(double coordinate) {
      return choices.get(Math.min(choices.size() - 1, (int) (coordinate * choices.size())));
    }

    @Override
    public OptionalDouble coordinate(String value) {
      int index = choices.indexOf(value);
      return index < 0 ? OptionalDouble.empty() : OptionalDouble.of(index);
    }
  }

  /**
   * @throws InvalidSearchException if the space has no values
   */
  static Dimension of(SearchParameter parameter) throws InvalidSearchException {
    SearchSpace space = parameter.getSearchSpace();
    UniformSpace uniform = space.getUniform();
    LogUniformSpace log = space.getLogUniform();
    if (uniform != null) {
      return numeric(parameter, uniform.getMin(), uniform.getMax(), uniform.getType(), false);
    }
    if (log != null) {
      return numeric(parameter, log.getMin(), log.getMax(), log.getType(), true);
    }
    var categorical = space.getCategorical();
    if (categorical == null || categorical.getChoices().isEmpty()) {
      throw empty(parameter, "it has no choices");
    }
    return new Categorical(parameter.getName(), List.copyOf(categorical.getChoices()));
  }

  private static Numeric numeric(
      SearchParameter parameter, String least, String greatest, @Nullable String type, boolean log)
      throws InvalidSearchException {
    double min;
    double max;
    try {
      min = Double.parseDouble(least);
      max = Double.parseDouble(greatest);
    } catch (NumberFormatException e) {
      throw empty(parameter, least + " or " + greatest + " is no number");
    }
    if (!Double.isFinite(min) || !Double.isFinite(max) || min > max) {
      throw empty(parameter, "there is nothing from " + least + " to " + greatest);
    }
    if (log && min <= 0) {
      throw empty(parameter, "a logarithm needs a min above 0");
    }
    if (!"Int".equals(type)) {
      return new Numeric(parameter.getName(), min, max, min, max, log, false);
    }
    double first = Math.ceil(min);
    double last = Math.floor(max);
    if (first > last || Math.abs(first) > MAX_INT || last > MAX_INT) {
      throw empty(parameter, "there is no integer from its min to its max that can be used");
    }
    return new Numeric(parameter.getName(), first, last, first - 0.5, last + 0.5, log, true);
  }

  private static InvalidSearchException empty(SearchParameter parameter, String why) {
    return new InvalidSearchException(
        "parameter " + parameter.getName() + " has an empty search space: " + why);
  }
}
