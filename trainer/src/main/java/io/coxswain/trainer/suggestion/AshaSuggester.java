package io.coxswain.trainer.suggestion;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Asynchronous successive halving (Li et al., 2020): a trial is repeated with more of the resource
 * as soon as it is among the best of those of its size that have completed; when there is none, a
 * new trial of the smallest size is drawn. Never waits.
 */
record AshaSuggester(ParameterSpace space, Resource resource) implements Suggester {

  @Override
  public Optional<SequencedMap<String, String>> suggest(int number, List<Observation> history) {
    for (int last = 1; last <= resource.rungs(); last++) {
      String size = resource.before(last);
      String more = resource.before(last - 1);
      Set<SequencedMap<String, String>> promoted = new HashSet<>();
      for (Observation trial : history) {
        if (more.equals(trial.values().get(resource.name()))) {
          promoted.add(resource.with(trial.values(), size));
        }
      }
      List<Observation> completed =
          history.stream()
              .filter(trial -> size.equals(trial.values().get(resource.name())))
              .filter(Observation::isMeasured)
              .sorted(Observation.BEST_FIRST)
              .toList();
      for (Observation trial : completed.subList(0, completed.size() / resource.eta())) {
        if (!promoted.contains(trial.values())) {
          return Optional.of(resource.with(trial.values(), more));
        }
      }
    }
    return Optional.of(resource.with(space.draw(number), resource.before(resource.rungs())));
  }
}
