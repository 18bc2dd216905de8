package io.coxswain.trainer.suggestion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;

/**
 * The tree-structured Parzen estimator (Bergstra et al., 2011), with the defaults of Optuna, which
 * is what Katib runs under the names {@code tpe} and {@code multivariate-tpe}.
 *
 * <p>The trials so far are split into the best tenth and the others. A kernel density is estimated
 * for both; of some candidates drawn from the first, the one is chosen whose density is greatest
 * relative to the second. Trials that still run count among the others, so that concurrent trials
 * keep apart. Trials that were stopped early rank behind complete ones; failed ones are ignored.
 *
 * @param startup number of measured trials before which values are drawn at random
 * @param candidates number of points that are compared for each trial
 * @param multivariate whether densities are estimated for all parameters together
 */
record TreeParzenSuggester(ParameterSpace space, int startup, int candidates, boolean multivariate)
    implements Suggester {
  /** Trials beyond so many count less the older they are; the best are never more. */
  private static final int RECENT = 25;

  @Override
  public Optional<SequencedMap<String, String>> suggest(int number, List<Observation> history) {
    List<Observation> measured =
        history.stream().filter(Observation::isMeasured).sorted(Observation.BEST_FIRST).toList();
    if (measured.size() < Math.max(1, startup)) {
      return Optional.of(space.draw(number));
    }
    int best = Math.min(RECENT, (measured.size() + 9) / 10);
    var others = new ArrayList<>(measured.subList(best, measured.size()));
    others.addAll(history.stream().filter(Observation::isRunning).toList());
    double[][] below = points(measured.subList(0, best));
    double[][] above = points(others);
    SplittableRandom random = space.random(number, multivariate ? "multivariate-tpe" : "tpe");
    if (multivariate) {
      var all = new int[space.size()];
      Arrays.setAll(all, d -> d);
      return Optional.of(space.values(choose(below, above, all, random)));
    }
    double[] point = new double[space.size()];
    for (int d = 0; d < point.length; d++) {
      point[d] = choose(below, above, new int[] {d}, random)[0];
    }
    return Optional.of(space.values(point));
  }

  /** In the order of numbers, so that weights can follow age. */
  private double[][] points(List<Observation> trials) {
    return trials.stream()
        .sorted(Comparator.comparingInt(Observation::number))
        .map(trial -> space.point(trial.values()))
        .filter(point -> point != null)
        .toArray(double[][]::new);
  }

  private double[] choose(
      double[][] below, double[][] above, int[] chosen, SplittableRandom random) {
    var good = new ParzenEstimator(space, chosen, below, weights(below.length));
    var bad = new ParzenEstimator(space, chosen, above, weights(above.length));
    double[] best = good.draw(random);
    double bestScore = good.logDensity(best) - bad.logDensity(best);
    for (int c = 1; c < candidates; c++) {
      double[] candidate = good.draw(random);
      double score = good.logDensity(candidate) - bad.logDensity(candidate);
      if (score > bestScore) {
        best = candidate;
        bestScore = score;
      }
    }
    return best;
  }

  private static double[] weights(int count) {
    double[] weights = new double[count];
    int old = Math.max(0, count - RECENT);
    for (int i = 0; i < count; i++) {
      double ramp = old <= 1 ? 1.0 / count : 1.0 / count + (1 - 1.0 / count) * i / (old - 1);
      weights[i] = i < old ? ramp : 1;
    }
    return weights;
  }
}
