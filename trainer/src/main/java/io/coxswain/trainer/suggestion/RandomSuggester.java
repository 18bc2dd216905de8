package io.coxswain.trainer.suggestion;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** Random search: each trial is derived from the seed and its number alone. */
record RandomSuggester(ParameterSpace space) implements Suggester {

  @Override
  public Optional<SequencedMap<String, String>> suggest(int number, List<Observation> history) {
    return Optional.of(space.draw(number));
  }
}
