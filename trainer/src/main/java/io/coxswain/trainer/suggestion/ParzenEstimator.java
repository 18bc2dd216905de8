package io.coxswain.trainer.suggestion;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A density over some dimensions: a weighted sum of one kernel per observed point and one, the
 * prior, that covers the whole space. Kernels are normal distributions truncated to the space in
 * numeric dimensions and smoothed counts in categorical ones.
 *
 * <p>The width of a normal kernel is the distance to its neighbours, within bounds that narrow with
 * the number of points.
 */
final class ParzenEstimator {
  private static final double PRIOR_WEIGHT = 1;
  private static final int MAX_REJECTED = 100;

  private final ParameterSpace space;
  private final int[] chosen;
  private final double[][] points;
  private final double[] logWeights;
  private final double[] cumulative;

  /** By dimension and kernel; the prior is the last kernel. */
  private final double[][] means;

  private final double[][] widths;
  private final double[][] logNorms;

  /**
   * @param chosen the indexes of the dimensions of this density
   * @param points in all dimensions
   */
  ParzenEstimator(ParameterSpace space, int[] chosen, double[][] points, double[] weights) {
    this.space = space;
    this.chosen = chosen;
    this.points = points;
    int kernels = points.length + 1;
    double sum = Arrays.stream(weights).sum() + PRIOR_WEIGHT;
    logWeights = new double[kernels];
    cumulative = new double[kernels];
    double before = 0;
    for (int k = 0; k < kernels; k++) {
      double share = (k < points.length ? weights[k] : PRIOR_WEIGHT) / sum;
      logWeights[k] = StrictMath.log(share);
      before += share;
      cumulative[k] = before;
    }
    means = new double[chosen.length][];
    widths = new double[chosen.length][];
    logNorms = new double[chosen.length][];
    for (int d = 0; d < chosen.length; d++) {
      if (space.dimensions().get(chosen[d]) instanceof Dimension.Numeric) {
        fit(d);
      }
    }
  }

  private void fit(int d) {
    int kernels = points.length + 1;
    double[] at = Arrays.stream(points).mapToDouble(point -> point[chosen[d]]).toArray();
    double[] width = Arrays.copyOf(distances(at), kernels);
    at = Arrays.copyOf(at, kernels);
    at[points.length] = 0.5;
    double least = 1.0 / Math.min(100, 1 + kernels);
    double[] logNorm = new double[kernels];
    for (int k = 0; k < kernels; k++) {
      width[k] = k == points.length ? 1 : Math.clamp(width[k], least, 1);
      double mass = Normal.cdf((1 - at[k]) / width[k]) - Normal.cdf(-at[k] / width[k]);
      logNorm[k] = -StrictMath.log(width[k] * mass) - Normal.LOG_ROOT_TWO_PI;
    }
    means[d] = at;
    widths[d] = width;
    logNorms[d] = logNorm;
  }

  /**
   * The distance of each coordinate to the farther of its neighbours. The ends of the space are
   * neighbours of a single one.
   */
  private static double[] distances(double[] at) {
    List<Integer> order =
        IntStream.range(0, at.length)
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(k -> at[k]).thenComparing(k -> k))
            .toList();
    double[] distances = new double[at.length];
    if (at.length == 1) {
      distances[0] = Math.max(at[0], 1 - at[0]);
    }
    for (int i = 1; i < at.length; i++) {
      double gap = at[order.get(i)] - at[order.get(i - 1)];
      distances[order.get(i)] = gap;
      distances[order.get(i - 1)] = Math.max(distances[order.get(i - 1)], gap);
    }
    return distances;
  }

  /** A point with one coordinate for each of the dimensions of this density. */
  double[] draw(SplittableRandom random) {
    int kernel = pick(random.nextDouble());
    double[] point = new double[chosen.length];
    for (int d = 0; d < point.length; d++) {
      point[d] =
          switch (space.dimensions().get(chosen[d])) {
            case Dimension.Numeric _ -> space.snapped(chosen[d], normal(d, kernel, random));
            case Dimension.Categorical categorical -> {
              int choices = categorical.choices().size();
              boolean smoothed =
                  kernel == points.length || random.nextDouble() * (1 + smoothing(choices)) >= 1;
              yield smoothed ? random.nextInt(choices) : points[kernel][chosen[d]];
            }
          };
    }
    return point;
  }

  private int pick(double chance) {
    int kernel = 0;
    while (kernel < points.length && cumulative[kernel] <= chance) {
      kernel++;
    }
    return kernel;
  }

  private double normal(int d, int kernel, SplittableRandom random) {
    for (int i = 0; i < MAX_REJECTED; i++) {
      double drawn = means[d][kernel] + widths[d][kernel] * random.nextGaussian();
      if (drawn >= 0 && drawn <= 1) {
        return drawn;
      }
    }
    return means[d][kernel];
  }

  double logDensity(double[] point) {
    double[] terms = new double[points.length + 1];
    for (int k = 0; k < terms.length; k++) {
      terms[k] = logWeights[k];
      for (int d = 0; d < point.length; d++) {
        terms[k] += logKernel(d, k, point[d]);
      }
    }
    double max = Arrays.stream(terms).max().orElse(0);
    double sum = 0;
    for (double term : terms) {
      sum += StrictMath.exp(term - max);
    }
    return max + StrictMath.log(sum);
  }

  private double logKernel(int d, int kernel, double coordinate) {
    return switch (space.dimensions().get(chosen[d])) {
      case Dimension.Numeric _ -> {
        double z = (coordinate - means[d][kernel]) / widths[d][kernel];
        yield logNorms[d][kernel] - z * z / 2;
      }
      case Dimension.Categorical categorical -> {
        int choices = categorical.choices().size();
        if (kernel == points.length) {
          yield -StrictMath.log(choices);
        }
        double smoothing = smoothing(choices);
        double share = points[kernel][chosen[d]] == coordinate ? 1 : 0;
        yield StrictMath.log((share + smoothing / choices) / (1 + smoothing));
      }
    };
  }

  /** The mass that a kernel spreads over all choices, relative to that of its own. */
  private double smoothing(int choices) {
    return PRIOR_WEIGHT * choices / (points.length + 1);
  }
}
