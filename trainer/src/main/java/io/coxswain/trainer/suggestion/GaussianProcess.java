package io.coxswain.trainer.suggestion;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A Gaussian process with mean 0 and a Matérn 5/2 kernel, conditioned on some points. Costs grow
 * with the cube of the number of points, a prediction with its square.
 */
final class GaussianProcess {
  private static final double JITTER = 1e-9;

  private final double[][] points;
  private final Kernel kernel;
  private final double[][] factor;
  private final double[] solved;

  /** The variance of the process that makes the values most likely. */
  private final double scale;

  /** A mean and the standard deviation around it. */
  record Prediction(double mean, double deviation) {}

  /**
   * The correlation of points.
   *
   * @param categorical for each dimension, whether coordinates are only equal or different
   * @param lengths for each dimension, the distance over which values stay similar
   * @param noise variance of each value, relative to that of the process
   */
  record Kernel(boolean[] categorical, double[] lengths, double noise) {

    double correlation(double[] a, double[] b) {
      double squared = 0;
      for (int d = 0; d < a.length; d++) {
        double distance = categorical[d] ? (a[d] == b[d] ? 0 : 1) : a[d] - b[d];
        squared += distance * distance / (lengths[d] * lengths[d]);
      }
      double r = Math.sqrt(5 * squared);
      return (1 + r + r * r / 3) * StrictMath.exp(-r);
    }
  }

  private GaussianProcess(double[][] points, double[] values, Kernel kernel, double[][] factor) {
    this.points = points;
    this.kernel = kernel;
    this.factor = factor;
    double[] half = forward(factor, values);
    double sum = 0;
    for (double value : half) {
      sum += value * value;
    }
    this.scale = Math.max(sum / values.length, 1e-12);
    this.solved = backward(factor, half);
  }

  /** The process given values at points; null if the kernel does not distinguish the points. */
  static @Nullable GaussianProcess given(double[][] points, double[] values, Kernel kernel) {
    int n = points.length;
    double[][] factor = new double[n][];
    for (int i = 0; i < n; i++) {
      factor[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double sum =
            i == j ? 1 + kernel.noise() + JITTER : kernel.correlation(points[i], points[j]);
        for (int k = 0; k < j; k++) {
          sum -= factor[i][k] * factor[j][k];
        }
        if (i == j) {
          if (!(sum > 0)) {
            return null;
          }
          factor[i][i] = Math.sqrt(sum);
        } else {
          factor[i][j] = sum / factor[j][j];
        }
      }
    }
    return new GaussianProcess(points, values, kernel, factor);
  }

  /** The logarithm of the likelihood of the values, without its constant part. */
  double logLikelihood() {
    double log = points.length * StrictMath.log(scale) / 2;
    for (int i = 0; i < points.length; i++) {
      log += StrictMath.log(factor[i][i]);
    }
    return -log;
  }

  Prediction at(double[] point) {
    double[] correlations = new double[points.length];
    double mean = 0;
    for (int i = 0; i < points.length; i++) {
      correlations[i] = kernel.correlation(point, points[i]);
      mean += correlations[i] * solved[i];
    }
    double[] half = forward(factor, correlations);
    double variance = 1 - Arrays.stream(half).map(h -> h * h).sum();
    return new Prediction(mean, Math.sqrt(scale * Math.max(variance, 1e-12)));
  }

  private static double[] forward(double[][] factor, double[] values) {
    double[] solution = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double sum = values[i];
      for (int k = 0; k < i; k++) {
        sum -= factor[i][k] * solution[k];
      }
      solution[i] = sum / factor[i][i];
    }
    return solution;
  }

  private static double[] backward(double[][] factor, double[] values) {
    double[] solution = new double[values.length];
    for (int i = values.length - 1; i >= 0; i--) {
      double sum = values[i];
      for (int k = i + 1; k < values.length; k++) {
        sum -= factor[k][i] * solution[k];
      }
      solution[i] = sum / factor[i][i];
    }
    return solution;
  }
}
