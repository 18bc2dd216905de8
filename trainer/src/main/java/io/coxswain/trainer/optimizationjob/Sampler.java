package io.coxswain.trainer.optimizationjob;

import io.coxswain.api.trainer.LogUniformSpace;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.SearchAlgorithm;
import io.coxswain.api.trainer.SearchParameter;
import io.coxswain.api.trainer.SearchSpace;
import io.coxswain.api.trainer.UniformSpace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The values that each trial of a search runs with. Drawn values follow from the seed, the number
 * of the trial and the name of the parameter; without a seed, from the UID of the job in its place.
 */
final class Sampler {
  /** Up to here every integer is a double. */
  private static final double MAX_INT = 9_007_199_254_740_992.0;

  private final List<SearchParameter> parameters;
  private final boolean grid;
  private final String seed;

  private Sampler(List<SearchParameter> parameters, boolean grid, String seed) {
    this.parameters = parameters;
    this.grid = grid;
    this.seed = seed;
  }

  /**
   * @throws SearchException when a space has no values
   */
  static Sampler of(OptimizationJob job) throws SearchException {
    SearchAlgorithm algorithm = job.getSpec().getSearchAlgorithm();
    boolean grid = algorithm != null && algorithm.getGrid() != null;
    Long seed =
        algorithm == null || algorithm.getRandom() == null ? null : algorithm.getRandom().getSeed();
    var sampler =
        new Sampler(
            job.getSpec().getParameters(),
            grid,
            seed == null ? job.getMetadata().getUid() : Long.toString(seed));
    var _ = sampler.values(0);
    return sampler;
  }

  /** The maximum number of trials: the points of a grid; unlimited for random search. */
  long size() {
    long size = grid ? 1 : Long.MAX_VALUE;
    for (SearchParameter parameter : parameters) {
      if (grid && size < Integer.MAX_VALUE) {
        size *= choices(parameter).size();
      }
    }
    return size;
  }

  /** The value of each parameter, in their order. */
  SequencedMap<String, String> values(int trial) throws SearchException {
    var values = new LinkedHashMap<String, String>();
    if (!grid) {
      for (SearchParameter parameter : parameters) {
        values.put(parameter.getName(), drawn(parameter, chance(trial, parameter.getName())));
      }
      return values;
    }
    long rest = trial; // the digits of the trial's number; the last parameter changes fastest
    for (SearchParameter parameter : parameters.reversed()) {
      List<String> choices = choices(parameter);
      if (choices.isEmpty()) {
        throw noValues(parameter, "a grid needs categorical choices");
      }
      values.putFirst(parameter.getName(), choices.get((int) (rest % choices.size())));
      rest /= choices.size();
    }
    return values;
  }

  private static List<String> choices(SearchParameter parameter) {
    var categorical = parameter.getSearchSpace().getCategorical();
    return categorical == null ? List.of() : categorical.getChoices();
  }

  /** A number from 0 to 1, without 1. */
  private double chance(int trial, String parameter) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((seed + "/" + trial + "/" + parameter).getBytes(StandardCharsets.UTF_8));
      return (ByteBuffer.wrap(hash).getLong() >>> 11) * 0x1.0p-53;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  private static String drawn(SearchParameter parameter, double chance) throws SearchException {
    SearchSpace space = parameter.getSearchSpace();
    UniformSpace uniform = space.getUniform();
    LogUniformSpace log = space.getLogUniform();
    if (uniform != null) {
      return number(
          parameter,
          range(parameter, uniform.getMin(), uniform.getMax()),
          uniform.getType(),
          false,
          chance);
    }
    if (log != null) {
      return number(
          parameter, range(parameter, log.getMin(), log.getMax()), log.getType(), true, chance);
    }
    List<String> choices = choices(parameter);
    if (choices.isEmpty()) {
      throw noValues(parameter, "it has no choices");
    }
    return choices.get((int) (chance * choices.size()));
  }

  private record Range(double min, double max) {
    double clamp(double value) {
      return Math.min(max, Math.max(min, value));
    }

    /** Weighted ends rather than a distance, which may be too large for a number. */
    double at(double chance) {
      return clamp(min * (1 - chance) + max * chance);
    }

    double atLog(double chance) {
      return clamp(Math.exp(Math.log(min) * (1 - chance) + Math.log(max) * chance));
    }
  }

  private static Range range(SearchParameter parameter, String min, String max)
      throws SearchException {
    try {
      var range = new Range(Double.parseDouble(min), Double.parseDouble(max));
      if (Double.isFinite(range.min) && Double.isFinite(range.max) && range.min <= range.max) {
        return range;
      }
    } catch (NumberFormatException e) {
      throw noValues(parameter, min + " or " + max + " is no number");
    }
    throw noValues(parameter, "there is nothing from " + min + " to " + max);
  }

  private static String number(
      SearchParameter parameter, Range range, @Nullable String type, boolean log, double chance)
      throws SearchException {
    if (log && range.min <= 0) {
      throw noValues(parameter, "a logarithm needs a min above 0");
    }
    if (!"Int".equals(type)) {
      return Double.toString(log ? range.atLog(chance) : range.at(chance));
    }
    var whole = new Range(Math.ceil(range.min), Math.floor(range.max));
    if (whole.min > whole.max || Math.abs(whole.min) > MAX_INT || whole.max > MAX_INT) {
      throw noValues(parameter, "there is no integer from its min to its max that can be used");
    }
    // Each integer represents the interval that is rounded to it.
    var rounded = new Range(whole.min - 0.5, whole.max + 0.5);
    double value = Math.rint(log ? rounded.atLog(chance) : rounded.at(chance));
    return Long.toString((long) whole.clamp(value));
  }

  private static SearchException noValues(SearchParameter parameter, String why) {
    return new SearchException(
        "parameter " + parameter.getName() + " has an empty search space: " + why);
  }
}
