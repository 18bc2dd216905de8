package io.coxswain.cli.train;

import java.util.ArrayList;
import java.util.List;

/**
 * A bounded series of values in order. When it is full, neighbours are merged into their mean,
 * which preserves the shape.
 */
final class Series {
  private static final int MAX_COUNT = 2048;

  private final List<Double> values = new ArrayList<>();
  private int perValue = 1;
  private int pending;
  private double sum;
  private double last;
  private double first;
  private int count;

  void add(double value) {
    if (count == 0) {
      first = value;
    }
    last = value;
    count++;
    sum += value;
    pending++;
    if (pending == perValue) {
      values.add(sum / pending);
      sum = 0;
      pending = 0;
    }
    if (values.size() > MAX_COUNT) {
      halve();
    }
  }

  private void halve() {
    var merged = new ArrayList<Double>();
    for (int i = 0; i + 1 < values.size(); i += 2) {
      merged.add((values.get(i) + values.get(i + 1)) / 2);
    }
    if (values.size() % 2 == 1) {
      sum += values.getLast() * perValue;
      pending += perValue;
    }
    values.clear();
    values.addAll(merged);
    perValue *= 2;
  }

  /** The number of added values. */
  int count() {
    return count;
  }

  double first() {
    return first;
  }

  double last() {
    return last;
  }

  List<Double> values() {
    return List.copyOf(values);
  }
}
