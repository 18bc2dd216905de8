package io.coxswain.trainer.suggestion;

import io.coxswain.trainer.suggestion.GaussianProcess.Kernel;
import io.coxswain.trainer.suggestion.GaussianProcess.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Bayesian optimization: a Gaussian process predicts the loss everywhere, and the next trial is
 * where an acquisition function of the prediction is greatest.
 *
 * <p>The lengths of the kernel maximize the likelihood, by a coordinate search of bounded length;
 * the acquisition function is maximized over random points, points around the best trials, and
 * steps from the best of these. Trials that still run are assumed to have the predicted loss, so
 * that concurrent trials keep apart. Losses are compressed above the median, since some functions
 * grow by orders of magnitude far from their minimum.
 *
 * @param startup number of measured trials before which values are drawn at random
 */
record GaussianProcessSuggester(ParameterSpace space, int startup, Acquisition acquisition)
    implements Suggester {
  private static final double[] LENGTHS = {0.1, 0.2, 0.4, 0.8, 1.6};
  private static final double[] NOISES = {1e-6, 1e-4, 1e-2, 1e-1};
  private static final double MIN_LENGTH = 0.02;
  private static final double MAX_LENGTH = 20;
  private static final int MAX_FITS = 150;
  private static final int RANDOM_POINTS = 500;
  private static final int POINTS_AROUND = 100;
  private static final double[] RADII = {0.1, 0.02, 0.005};
  private static final int STEPS = 150;

  /** How desirable a point is, under Katib's names. All are to be maximized. */
  enum Acquisition {
    /** The expected improvement over the best loss. */
    EI {
      @Override
      double of(Prediction p, double best) {
        double z = (best - p.mean()) / p.deviation();
        return p.deviation() * (z * Normal.cdf(z) + Normal.density(z));
      }
    },
    /** The probability of an improvement. */
    PI {
      @Override
      double of(Prediction p, double best) {
        return Normal.cdf((best - 0.01 - p.mean()) / p.deviation());
      }
    },
    /** The lower confidence bound. */
    LCB {
      @Override
      double of(Prediction p, double best) {
        return 1.96 * p.deviation() - p.mean();
      }
    };

    abstract double of(Prediction prediction, double best);
  }

  private record Candidate(double[] point, double score) {}

  @Override
  public Optional<SequencedMap<String, String>> suggest(int number, List<Observation> history) {
    var points = new ArrayList<double[]>();
    var losses = new ArrayList<Double>();
    history.stream()
        .filter(Observation::isMeasured)
        .sorted(Comparator.comparingInt(Observation::number))
        .forEach(
            trial -> {
              double[] point = space.point(trial.values());
              if (point != null) {
                points.add(point);
                losses.add(trial.loss());
              }
            });
    if (points.size() < Math.max(2, startup)) {
      return Optional.of(space.draw(number));
    }
    double[] values = standardized(losses);
    Kernel kernel = fit(points.toArray(double[][]::new), values);
    @Nullable GaussianProcess process =
        GaussianProcess.given(points.toArray(double[][]::new), values, kernel);
    if (process == null) {
      return Optional.of(space.draw(number));
    }
    return Optional.of(
        space.values(
            maximize(
                assuming(process, points, values, kernel, history),
                points,
                values,
                space.random(number, "bayesianoptimization"))));
  }

  /** Mean 0 and deviation 1, after taking the logarithm of what is above the median. */
  private static double[] standardized(List<Double> losses) {
    double[] sorted = losses.stream().mapToDouble(l -> l).sorted().toArray();
    double median = sorted[(sorted.length - 1) / 2];
    double spread = median - sorted[0];
    double unit = spread > 0 && Double.isFinite(spread) ? spread : 1;
    double[] values =
        losses.stream()
            .mapToDouble(
                l ->
                    l <= median
                        ? l / unit - median / unit
                        : StrictMath.log1p(l / unit - median / unit))
            .toArray();
    double mean = Arrays.stream(values).average().orElse(0);
    double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    double deviation = variance > 0 ? Math.sqrt(variance) : 1;
    return Arrays.stream(values).map(v -> (v - mean) / deviation).toArray();
  }

  /** One length for all dimensions first, then each of its own. */
  private Kernel fit(double[][] points, double[] values) {
    boolean[] categorical = new boolean[space.size()];
    for (int d = 0; d < categorical.length; d++) {
      categorical[d] = space.dimensions().get(d) instanceof Dimension.Categorical;
    }
    double[] lengths = new double[space.size()];
    Arrays.fill(lengths, 1);
    var best = new Kernel(categorical, lengths, 1e-2);
    double bestScore = Double.NEGATIVE_INFINITY;
    double root = Math.sqrt(space.size());
    for (double length : LENGTHS) {
      for (double noise : NOISES) {
        double[] same = new double[space.size()];
        Arrays.fill(same, length * root);
        var kernel = new Kernel(categorical, same, noise);
        double score = score(points, values, kernel);
        if (score > bestScore) {
          best = kernel;
          bestScore = score;
        }
      }
    }
    int fits = LENGTHS.length * NOISES.length;
    for (double factor : new double[] {2, 1.4}) {
      for (int d = 0; d < space.size() && fits + 2 <= MAX_FITS; d++, fits += 2) {
        for (double by : new double[] {factor, 1 / factor}) {
          double[] changed = best.lengths().clone();
          changed[d] = Math.clamp(changed[d] * by, MIN_LENGTH, MAX_LENGTH);
          var kernel = new Kernel(categorical, changed, best.noise());
          double score = score(points, values, kernel);
          if (score > bestScore) {
            best = kernel;
            bestScore = score;
          }
        }
      }
    }
    return best;
  }

  /** The likelihood with a weak preference for lengths of the order of the space. */
  private static double score(double[][] points, double[] values, Kernel kernel) {
    @Nullable GaussianProcess process = GaussianProcess.given(points, values, kernel);
    if (process == null) {
      return Double.NEGATIVE_INFINITY;
    }
    double preference = 0;
    for (double length : kernel.lengths()) {
      double log = StrictMath.log(length / Math.sqrt(kernel.lengths().length));
      preference += log * log;
    }
    return process.logLikelihood() - preference / 8;
  }

  private GaussianProcess assuming(
      GaussianProcess process,
      List<double[]> points,
      double[] values,
      Kernel kernel,
      List<Observation> history) {
    var all = new ArrayList<>(points);
    var assumed = new ArrayList<Double>();
    history.stream()
        .filter(Observation::isRunning)
        .sorted(Comparator.comparingInt(Observation::number))
        .map(trial -> space.point(trial.values()))
        .filter(point -> point != null)
        .forEach(
            point -> {
              all.add(point);
              assumed.add(process.at(point).mean());
            });
    if (assumed.isEmpty()) {
      return process;
    }
    double[] extended = Arrays.copyOf(values, all.size());
    for (int i = 0; i < assumed.size(); i++) {
      extended[values.length + i] = assumed.get(i);
    }
    @Nullable GaussianProcess conditioned =
        GaussianProcess.given(all.toArray(double[][]::new), extended, kernel);
    return conditioned == null ? process : conditioned;
  }

  private double[] maximize(
      GaussianProcess process, List<double[]> points, double[] values, SplittableRandom random) {
    double best = Arrays.stream(values).min().orElse(0);
    var top = new ArrayList<Candidate>();
    for (int i = 0; i < RANDOM_POINTS; i++) {
      double[] point = new double[space.size()];
      for (int d = 0; d < point.length; d++) {
        point[d] = anywhere(d, random);
      }
      keep(top, scored(process, point, best));
    }
    List<double[]> nearest =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(i -> values[i]).thenComparing(i -> i))
            .limit(3)
            .map(points::get)
            .toList();
    for (double[] center : nearest) {
      for (int i = 0; i < POINTS_AROUND; i++) {
        keep(top, scored(process, around(center, RADII[i % RADII.length], random), best));
      }
    }
    Candidate winner = top.getFirst();
    for (Candidate start : List.copyOf(top)) {
      Candidate reached = climb(process, start, best, random);
      if (reached.score > winner.score) {
        winner = reached;
      }
    }
    return winner.point;
  }

  private Candidate climb(
      GaussianProcess process, Candidate start, double best, SplittableRandom random) {
    Candidate reached = start;
    double radius = 0.1;
    for (int i = 0; i < STEPS && radius > 1e-5; i++) {
      Candidate next = scored(process, around(reached.point, radius, random), best);
      if (next.score > reached.score) {
        reached = next;
        radius = Math.min(0.2, radius * 1.5);
      } else {
        radius *= 0.93;
      }
    }
    return reached;
  }

  private Candidate scored(GaussianProcess process, double[] point, double best) {
    return new Candidate(point, acquisition.of(process.at(point), best));
  }

  /** The three best, best first. */
  private static void keep(List<Candidate> top, Candidate candidate) {
    int at = top.size();
    while (at > 0 && candidate.score > top.get(at - 1).score) {
      at--;
    }
    if (at < 3) {
      top.add(at, candidate);
      if (top.size() > 3) {
        top.removeLast();
      }
    }
  }

  private double anywhere(int d, SplittableRandom random) {
    return switch (space.dimensions().get(d)) {
      case Dimension.Numeric _ -> space.snapped(d, random.nextDouble());
      case Dimension.Categorical categorical -> random.nextInt(categorical.choices().size());
    };
  }

  /** Changes about three dimensions of a point, at least one. */
  private double[] around(double[] center, double radius, SplittableRandom random) {
    double[] point = center.clone();
    int certain = random.nextInt(point.length);
    double chance = Math.min(1, 3.0 / point.length);
    for (int d = 0; d < point.length; d++) {
      if (d == certain || random.nextDouble() < chance) {
        point[d] =
            space.dimensions().get(d) instanceof Dimension.Numeric
                ? space.snapped(d, Math.clamp(center[d] + radius * random.nextGaussian(), 0, 1))
                : anywhere(d, random);
      }
    }
    return point;
  }
}
