package io.coxswain.trainer.suggestion;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Hyperband (Li et al., 2018): brackets of successive halving, from many short trials to a few long
 * ones. Of each rung of a bracket, the best part is repeated with more of the resource, once all
 * its trials have ended. The numbers of trials follow from the resource alone.
 *
 * <p>A place in a rung for which no trial of the rung before has completed gets new random values.
 */
final class HyperbandSuggester implements Suggester {
  /** More than a search can have trials. */
  private static final int MAX_TRIALS = 10_000;

  private final ParameterSpace space;
  private final Resource resource;
  private final List<Rung> rungs = new ArrayList<>();

  /**
   * Trials of one size in one bracket.
   *
   * @param first the lowest number
   * @param last how many rungs of the bracket follow
   * @param opens whether it is the first of its bracket, so that values are new
   */
  private record Rung(int first, int count, int last, boolean opens) {}

  HyperbandSuggester(ParameterSpace space, Resource resource) {
    this.space = space;
    this.resource = resource;
    int first = 0;
    for (int s = resource.rungs(); s >= 0 && first < MAX_TRIALS; s--) {
      double brackets = resource.rungs() + 1;
      int count = (int) Math.ceil(brackets * StrictMath.pow(resource.eta(), s) / (s + 1));
      for (int i = 0; i <= s && first < MAX_TRIALS; i++) {
        rungs.add(new Rung(first, count, s - i, i == 0));
        first += count;
        count = (count + resource.eta() - 1) / resource.eta();
      }
    }
  }

  @Override
  public long size() {
    return (long) rungs.getLast().first + rungs.getLast().count;
  }

  @Override
  public String limit() {
    return "as many as its brackets have";
  }

  @Override
  public Optional<SequencedMap<String, String>> suggest(int number, List<Observation> history) {
    int at = 0;
    while (at < rungs.size() - 1 && rungs.get(at + 1).first <= number) {
      at++;
    }
    Rung rung = rungs.get(at);
    String size = resource.before(rung.last);
    if (rung.opens) {
      return Optional.of(resource.with(space.draw(number), size));
    }
    Rung previous = rungs.get(at - 1);
    var byNumber =
        history.stream().collect(Collectors.toMap(Observation::number, Function.identity()));
    var ended = new ArrayList<Observation>();
    for (int n = previous.first; n < previous.first + previous.count; n++) {
      Observation trial = byNumber.get(n);
      if (trial == null || trial.isRunning()) {
        return Optional.empty();
      }
      if (trial.isMeasured()) {
        ended.add(trial);
      }
    }
    ended.sort(Observation.BEST_FIRST);
    int place = number - rung.first;
    return Optional.of(
        resource.with(place < ended.size() ? ended.get(place).values() : space.draw(number), size));
  }
}
