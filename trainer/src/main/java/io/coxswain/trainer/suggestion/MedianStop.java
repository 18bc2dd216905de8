package io.coxswain.trainer.suggestion;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The median stopping rule: a trial is stopped once its best loss so far is worse than the median
 * of what other trials had on average in their first reports.
 *
 * @param minTrials number of complete trials before which none is stopped; Katib's {@code
 *     min_trials_required}
 * @param startStep number of reports before which a trial is not stopped, and of which the average
 *     is taken; Katib's {@code start_step}
 */
public record MedianStop(int minTrials, int startStep) {

  /**
   * What a trial has reported so far, in a form that does not grow.
   *
   * @param count number of reports, at most as many as the rule looks at
   * @param sum of the losses of these
   * @param best the least loss of all reports
   * @param at what identifies the last report that is included
   */
  public record Reports(int count, double sum, double best, String at) {
    public static final Reports NONE = new Reports(0, 0, Double.POSITIVE_INFINITY, "");
  }

  /**
   * The reports with one more.
   *
   * @param at what identifies it; nothing changes if it is the last one
   * @return the same if the rule has no use for the report
   */
  public Reports add(Reports before, double loss, String at) {
    if (at.equals(before.at) || !Double.isFinite(before.sum + loss)) {
      return before;
    }
    double best = Math.min(before.best, loss);
    if (before.count < startStep) {
      return new Reports(before.count + 1, before.sum + loss, best, at);
    }
    return loss < before.best ? new Reports(before.count, before.sum, best, at) : before;
  }

  /**
   * What a trial has to reach; empty while too few trials are complete.
   *
   * @param complete the reports of complete trials
   */
  public OptionalDouble threshold(List<Reports> complete) {
    double[] averages =
        complete.stream()
            .filter(reports -> reports.count > 0)
            .mapToDouble(reports -> reports.sum / reports.count)
            .sorted()
            .toArray();
    if (averages.length < minTrials) {
      return OptionalDouble.empty();
    }
    int half = averages.length / 2;
    return OptionalDouble.of(
        averages.length % 2 == 1 ? averages[half] : averages[half - 1] / 2 + averages[half] / 2);
  }

  public boolean stops(Reports reports, OptionalDouble threshold) {
    return reports.count >= startStep
        && threshold.isPresent()
        && reports.best > threshold.getAsDouble();
  }
}
