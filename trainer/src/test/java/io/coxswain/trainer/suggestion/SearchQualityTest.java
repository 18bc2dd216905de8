package io.coxswain.trainer.suggestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.trainer.Yaml;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The best values that the algorithms find on published functions. The same seeds give the same
 * numbers. {@code -Dcoxswain.search.seeds=20} prints those of docs/parity/trainer.md; {@code
 * optuna-baseline.py} in module bench is the same with Optuna.
 */
class SearchQualityTest {
  private static final int SEEDS = Integer.getInteger("coxswain.search.seeds", 4);
  private static final boolean PRINT = System.getProperty("coxswain.search.seeds") != null;

  private static final int TRIALS = PRINT ? 100 : 50;

  /**
   * @param minimum its least value
   */
  private record Function(
      String name,
      int dimensions,
      List<double[]> bounds,
      double minimum,
      ToDoubleFunction<double[]> value) {}

  private static final Function BRANIN =
      new Function(
          "branin",
          2,
          List.of(new double[] {-5, 10}, new double[] {0, 15}),
          0.397887,
          x -> {
            double valley =
                x[1] - 5.1 / (4 * Math.PI * Math.PI) * x[0] * x[0] + 5 / Math.PI * x[0] - 6;
            return valley * valley + 10 * (1 - 1 / (8 * Math.PI)) * StrictMath.cos(x[0]) + 10;
          });

  private static final double[][] HARTMANN_A = {
    {10, 3, 17, 3.5, 1.7, 8},
    {0.05, 10, 17, 0.1, 8, 14},
    {3, 3.5, 1.7, 10, 17, 8},
    {17, 8, 0.05, 10, 0.1, 14},
  };
  private static final double[][] HARTMANN_P = {
    {0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
    {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
    {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
    {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381},
  };
  private static final double[] HARTMANN_C = {1.0, 1.2, 3.0, 3.2};

  private static final Function HARTMANN =
      new Function(
          "hartmann6",
          6,
          List.of(new double[] {0, 1}),
          -3.32237,
          x -> {
            double total = 0;
            for (int i = 0; i < HARTMANN_C.length; i++) {
              double exponent = 0;
              for (int d = 0; d < x.length; d++) {
                double distance = x[d] - HARTMANN_P[i][d];
                exponent += HARTMANN_A[i][d] * distance * distance;
              }
              total -= HARTMANN_C[i] * StrictMath.exp(-exponent);
            }
            return total;
          });

  private static final Function ROSENBROCK =
      new Function(
          "rosenbrock4",
          4,
          List.of(new double[] {-2.048, 2.048}),
          0,
          x -> {
            double total = 0;
            for (int d = 0; d + 1 < x.length; d++) {
              double curve = x[d + 1] - x[d] * x[d];
              total += 100 * curve * curve + (1 - x[d]) * (1 - x[d]);
            }
            return total;
          });

  /** The median over seeds of the best value after half of the trials, and after all. */
  private record Best(double half, double all) {}

  @Test
  void modelsFindBetterValuesThanChance() throws Exception {
    for (Function function : List.of(BRANIN, HARTMANN, ROSENBROCK)) {
      Best random = measured(function, "random", 20);
      for (String algorithm : List.of("tpe", "multivariate-tpe", "bayesianoptimization")) {
        Best best = measured(function, algorithm, SEEDS);
        assertThat(best.all - function.minimum)
            .as("%s: distance of %s from the minimum", function.name, algorithm)
            .isBetween(-1e-5, (random.all - function.minimum) * 0.7);
      }
    }
  }

  private static Best measured(Function function, String algorithm, int seeds) throws Exception {
    double[] half = new double[seeds];
    double[] all = new double[seeds];
    for (int seed = 1; seed <= seeds; seed++) {
      double[] values = run(function, algorithm, seed);
      half[seed - 1] = Arrays.stream(values, 0, TRIALS / 2).min().orElseThrow();
      all[seed - 1] = Arrays.stream(values).min().orElseThrow();
    }
    var best = new Best(median(half), median(all));
    if (PRINT) {
      System.out.printf(
          Locale.ROOT, "%s %s %.4f %.4f%n", function.name, algorithm, best.half, best.all);
    }
    return best;
  }

  private static double[] run(Function function, String algorithm, int seed) throws Exception {
    Suggester suggester = SearchSettings.of(job(function, algorithm, seed)).suggester();
    var history = new ArrayList<Observation>();
    double[] values = new double[TRIALS];
    for (int number = 0; number < TRIALS; number++) {
      var chosen = suggester.suggest(number, history).orElseThrow();
      double[] x = chosen.values().stream().mapToDouble(Double::parseDouble).toArray();
      values[number] = function.value.applyAsDouble(x);
      history.add(new Observation(number, chosen, Observation.State.COMPLETE, values[number]));
    }
    return values;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static OptimizationJob job(Function function, String algorithm, int seed) {
    List<String> parameters =
        IntStream.range(0, function.dimensions)
            .mapToObj(
                d -> {
                  double[] bounds = function.bounds.get(Math.min(d, function.bounds.size() - 1));
                  return "{name: x%d, searchSpace: {uniform: {min: '%s', max: '%s'}}}"
                      .formatted(d, bounds[0], bounds[1]);
                })
            .toList();
    return Yaml.read(
        OptimizationJob.class,
        """
        metadata:
          {name: s, namespace: d, uid: u, annotations: {optimization.coxswain.io/algorithm: %s}}
        spec:
          searchAlgorithm: {random: {seed: %d}}
          parameters: [%s]
        """
            .formatted(algorithm, seed, String.join(", ", parameters)));
  }
}
