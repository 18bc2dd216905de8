package io.coxswain.bench;

import java.util.ArrayList;
import java.util.List;

/** One value per round. */
final class Samples {
  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The median, with minimum and maximum in brackets if there are several. */
  String text(Measure.Unit unit) {
    if (isEmpty()) {
      return "";
    }
    String median = unit.text(median());
    if (values.size() == 1) {
      return median;
    }
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return "%s (%s to %s)".formatted(median, unit.number(least), unit.number(most));
  }
}
