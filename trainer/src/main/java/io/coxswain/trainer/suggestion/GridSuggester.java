package io.coxswain.trainer.suggestion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** Every combination of choices once, in order; the last parameter changes fastest. */
final class GridSuggester implements Suggester {
  private final List<Dimension.Categorical> dimensions = new ArrayList<>();

  GridSuggester(ParameterSpace space) throws InvalidSearchException {
    for (Dimension dimension : space.dimensions()) {
      switch (dimension) {
        case Dimension.Categorical categorical -> dimensions.add(categorical);
        case Dimension.Numeric numeric ->
            throw new InvalidSearchException(
                "parameter %s has an empty search space: a grid needs categorical choices"
                    .formatted(numeric.name()));
      }
    }
  }

  @Override
  public Optional<SequencedMap<String, String>> suggest(int number, List<Observation> history) {
    var values = new LinkedHashMap<String, String>();
    long rest = number; // its digits are the indexes of choices
    for (Dimension.Categorical dimension : dimensions.reversed()) {
      int choices = dimension.choices().size();
      values.putFirst(dimension.name(), dimension.choices().get((int) (rest % choices)));
      rest /= choices;
    }
    return Optional.of(values);
  }

  @Override
  public long size() {
    long size = 1;
    for (Dimension.Categorical dimension : dimensions) {
      if (size < Integer.MAX_VALUE) {
        size *= dimension.choices().size();
      }
    }
    return size;
  }

  @Override
  public String limit() {
    return "one for every point of the grid";
  }
}
