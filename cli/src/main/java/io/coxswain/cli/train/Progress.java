package io.coxswain.cli.train;

import io.coxswain.api.trainer.Metric;
import io.coxswain.api.trainer.TrainerStatus;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * A progress report of a training program.
 *
 * @param at the time, as reported
 * @param percent the completed share of the training
 * @param remainingSeconds the program's own estimate
 * @param metrics in the reported order
 */
public record Progress(
    String at, OptionalInt percent, OptionalInt remainingSeconds, List<Metric> metrics) {

  static Progress of(TrainerStatus status) {
    return new Progress(
        String.valueOf(status.getLastUpdatedTime()),
        optional(status.getProgressPercentage()),
        optional(status.getEstimatedRemainingSeconds()),
        List.copyOf(status.getMetrics()));
  }

  Progress withMetrics(List<Metric> others) {
    return new Progress(at, percent, remainingSeconds, others);
  }

  private static OptionalInt optional(@org.jspecify.annotations.Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /**
   * The metric that decreases during training: the one called loss, or the first with a similar
   * name.
   */
  Optional<Metric> loss() {
    return metrics.stream()
        .filter(m -> m.getName().equalsIgnoreCase("loss"))
        .findFirst()
        .or(
            () ->
                metrics.stream()
                    .filter(m -> m.getName().toLowerCase(Locale.ROOT).contains("loss"))
                    .findFirst());
  }

  OptionalDouble lossValue() {
    return loss().map(m -> number(m.getValue())).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble number(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** {@code loss 0.12 accuracy 0.9}. */
  String describeMetrics() {
    return metrics.stream()
        .map(m -> m.getName() + " " + m.getValue())
        .collect(Collectors.joining("  "));
  }
}
