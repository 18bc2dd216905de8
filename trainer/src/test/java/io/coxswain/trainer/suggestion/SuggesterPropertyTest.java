package io.coxswain.trainer.suggestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.suggestion.Observation.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SuggesterPropertyTest {

  @Property
  void floatsAreWithinTheirBounds(@ForAll long seed, @ForAll @IntRange(min = 0, max = 99) int trial)
      throws Exception {
    double value = Double.parseDouble(drawn(seed, trial, "uniform: {min: '-0.5', max: '2.5'}"));
    double log = Double.parseDouble(drawn(seed, trial, "logUniform: {min: '1e-6', max: '1e-1'}"));

    assertThat(value).isBetween(-0.5, 2.5);
    assertThat(log).isBetween(1e-6, 1e-1);
  }

  @Property
  void integersAreWithinTheirBounds(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 99) int trial) throws Exception {
    String value = drawn(seed, trial, "uniform: {min: '-1.5', max: '2.5', type: Int}");
    String log = drawn(seed, trial, "logUniform: {min: '0.2', max: '64', type: Int}");

    assertThat(Long.parseLong(value)).isBetween(-1L, 2L);
    assertThat(Long.parseLong(log)).isBetween(1L, 64L);
  }

  @Property(tries = 50)
  void theSameSeedGivesTheSameTrials(@ForAll long seed) throws Exception {
    String spec = "logUniform: {min: '1e-6', max: '1e-1'}";
    for (int trial = 0; trial < 5; trial++) {
      assertThat(drawn(seed, trial, spec)).isEqualTo(drawn(seed, trial, spec));
    }
    assertThat(drawn(seed, 0, spec)).isNotEqualTo(drawn(seed, 1, spec));
    assertThat(drawn(seed, 0, spec)).isNotEqualTo(drawn(seed + 1, 0, spec));
  }

  @Property(tries = 50)
  void everyIntegerAndEveryChoiceHasItsTurn(@ForAll long seed) throws Exception {
    var integers = new TreeSet<String>();
    var choices = new TreeSet<String>();
    for (int trial = 0; trial < 200; trial++) {
      integers.add(drawn(seed, trial, "uniform: {min: '1', max: '4', type: Int}"));
      choices.add(drawn(seed, trial, "categorical: {choices: [a, b, c]}"));
    }

    assertThat(integers).containsExactly("1", "2", "3", "4");
    assertThat(choices).containsExactly("a", "b", "c");
  }

  @Test
  void aGridHasEveryCombinationOnce() throws Exception {
    OptimizationJob job =
        Yaml.read(
            OptimizationJob.class,
            """
            metadata: {name: s, namespace: default, uid: u}
            spec:
              searchAlgorithm: {grid: {}}
              parameters:
              - {name: x, searchSpace: {categorical: {choices: [a, b]}}}
              - {name: y, searchSpace: {categorical: {choices: ['1', '2', '3']}}}
            """);
    Suggester grid = SearchSettings.of(job).suggester();
    var seen = new ArrayList<String>();
    for (int trial = 0; trial < grid.size(); trial++) {
      seen.add(String.join("", grid.suggest(trial, List.of()).orElseThrow().values()));
    }

    assertThat(seen).containsExactly("a1", "a2", "a3", "b1", "b2", "b3");
    assertThat(grid.suggest(0, List.of()).orElseThrow().sequencedKeySet())
        .containsExactly("x", "y");
  }

  @Test
  void aSpaceWithoutValuesIsRejected() {
    for (String space :
        List.of(
            "uniform: {min: '0.2', max: '0.8', type: Int}",
            "uniform: {min: '0', max: '1e400'}",
            "uniform: {min: '1e20', max: '1e21', type: Int}",
            "logUniform: {min: '0', max: '1'}",
            "categorical: {choices: []}")) {
      assertThatThrownBy(() -> drawn(1, 0, space))
          .as(space)
          .isInstanceOf(InvalidSearchException.class)
          .hasMessageStartingWith("parameter p has an empty search space: ");
    }
  }

  private static final List<String> LEARNING =
      List.of("tpe", "multivariate-tpe", "bayesianoptimization", "hyperband", "asha");

  /** Some of each kind of parameter, and a history with each state. */
  @Property(tries = 30)
  void algorithmsThatLearnStayInTheSpaceAndAreDeterministic(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 25) int trials,
      @ForAll @IntRange(min = 0, max = 4) int algorithm)
      throws Exception {
    String name = LEARNING.get(algorithm);
    Suggester suggester = SearchSettings.of(mixed(name, seed)).suggester();
    var random = new SplittableRandom(seed);
    var history = new ArrayList<Observation>();
    for (int number = 0; number < trials; number++) {
      Optional<SequencedMap<String, String>> values = suggester.suggest(number, history);
      if (values.isEmpty()) {
        assertThat(name).isEqualTo("hyperband");
        break;
      }
      checkInSpace(values.get());
      List<State> states = List.of(State.COMPLETE, State.STOPPED, State.FAILED, State.RUNNING);
      State state = states.get(random.nextInt(name.equals("hyperband") ? 3 : 4));
      double loss = random.nextInt(10) == 0 ? Double.NaN : random.nextInt(5) * 1e200;
      history.add(new Observation(number, values.get(), state, loss));
    }
    var shuffled = new ArrayList<>(history);
    Collections.shuffle(shuffled, new Random(seed));
    Suggester again = SearchSettings.of(mixed(name, seed)).suggester();

    assertThat(again.suggest(trials, shuffled)).isEqualTo(suggester.suggest(trials, history));
  }

  private static void checkInSpace(SequencedMap<String, String> values) {
    assertThat(values.sequencedKeySet()).containsExactly("lr", "layers", "optimizer", "epochs");
    assertThat(Double.parseDouble(value(values, "lr"))).isBetween(1e-6, 1e-1);
    assertThat(Long.parseLong(value(values, "layers"))).isBetween(1L, 4L);
    assertThat(value(values, "optimizer")).isIn("adam", "sgd", "lion");
    assertThat(Long.parseLong(value(values, "epochs"))).isBetween(1L, 9L);
  }

  private static String value(SequencedMap<String, String> values, String name) {
    return Objects.requireNonNull(values.get(name));
  }

  private static OptimizationJob mixed(String algorithm, long seed) {
    OptimizationJob job =
        Yaml.read(
            OptimizationJob.class,
            """
            metadata: {name: s, namespace: default, uid: u}
            spec:
              searchAlgorithm: {random: {seed: %d}}
              parameters:
              - {name: lr, searchSpace: {logUniform: {min: '1e-6', max: '1e-1'}}}
              - {name: layers, searchSpace: {uniform: {min: '1', max: '4', type: Int}}}
              - {name: optimizer, searchSpace: {categorical: {choices: [adam, sgd, lion]}}}
              - {name: epochs, searchSpace: {uniform: {min: '1', max: '9', type: Int}}}
            """
                .formatted(seed));
    job.getMetadata().setAnnotations(new TreeMap<>(Map.of(SearchSettings.ALGORITHM, algorithm)));
    if (algorithm.equals("hyperband") || algorithm.equals("asha")) {
      job.getMetadata()
          .getAnnotations()
          .put(SearchSettings.ALGORITHM_SETTINGS, "r_l=9, resource_name=epochs");
    }
    return job;
  }

  @Test
  void hyperbandRepeatsTheBestOfEachRungWithMoreEpochs() throws Exception {
    Suggester hyperband = SearchSettings.of(mixed("hyperband", 3)).suggester();
    var history = new ArrayList<Observation>();
    var epochs = new StringBuilder();
    for (int number = 0; number < hyperband.size(); number++) {
      var values = hyperband.suggest(number, history).orElseThrow();
      epochs.append(value(values, "epochs"));
      history.add(complete(number, values, 100 - number));
    }

    assertThat(epochs).hasToString("1111111113339" + "3333399" + "999");
    assertThat(hyperband.size()).isEqualTo(9 + 3 + 1 + 5 + 2 + 3);
  }

  @Test
  void hyperbandWaitsForTheWholeRung() throws Exception {
    Suggester hyperband = SearchSettings.of(mixed("hyperband", 3)).suggester();
    var history = new ArrayList<Observation>();
    for (int number = 0; number < 9; number++) {
      var values = hyperband.suggest(number, List.of()).orElseThrow();
      history.add(complete(number, values, number == 4 ? -1 : number));
    }
    assertThat(hyperband.suggest(9, history.subList(0, 8))).isEmpty();
    var running = new ArrayList<>(history.subList(0, 8));
    running.add(new Observation(8, history.get(8).values(), State.RUNNING, Double.NaN));
    assertThat(hyperband.suggest(9, running)).isEmpty();
    var best = hyperband.suggest(9, history).orElseThrow();
    assertThat(value(best, "lr")).isEqualTo(value(history.get(4).values(), "lr"));
    assertThat(value(best, "epochs")).isEqualTo("3");

    history.replaceAll(trial -> new Observation(trial.number(), trial.values(), State.FAILED, 0));
    var fresh = hyperband.suggest(9, history).orElseThrow();
    assertThat(history).noneMatch(trial -> value(trial.values(), "lr").equals(value(fresh, "lr")));
  }

  @Test
  void ashaPromotesAsSoonAsATrialIsAmongTheBest() throws Exception {
    Suggester asha = SearchSettings.of(mixed("asha", 3)).suggester();
    var history = new ArrayList<Observation>();
    var epochs = new StringBuilder();
    for (int number = 0; number < 13; number++) {
      var values = asha.suggest(number, history).orElseThrow();
      epochs.append(value(values, "epochs"));
      history.add(complete(number, values, number));
    }

    assertThat(epochs).hasToString("1113" + "1113" + "1113" + "9");
    assertThat(value(history.get(3).values(), "lr"))
        .isEqualTo(value(history.get(0).values(), "lr"));
    assertThat(value(history.get(12).values(), "lr"))
        .isEqualTo(value(history.get(0).values(), "lr"));
  }

  private static Observation complete(
      int number, SequencedMap<String, String> values, double loss) {
    return new Observation(number, values, State.COMPLETE, loss);
  }

  @Test
  void concurrentTrialsKeepApart() throws Exception {
    for (String name : List.of("tpe", "multivariate-tpe", "bayesianoptimization")) {
      Suggester suggester = SearchSettings.of(mixed(name, 1)).suggester();
      var history = new ArrayList<Observation>();
      for (int number = 0; number < 12; number++) {
        var values = suggester.suggest(number, List.of()).orElseThrow();
        history.add(complete(number, values, Double.parseDouble(value(values, "lr"))));
      }
      var measured = List.copyOf(history);
      var chosen = new TreeSet<String>();
      var alone = new ArrayList<String>();
      for (int number = 12; number < 20; number++) {
        var values = suggester.suggest(number, history).orElseThrow();
        chosen.add(values.toString());
        alone.add(suggester.suggest(number, measured).orElseThrow().toString());
        history.add(new Observation(number, values, State.RUNNING, Double.NaN));
      }
      assertThat(chosen).as(name).hasSize(8);
      assertThat(chosen.containsAll(alone)).as("ignores those that run").isFalse();
    }
  }

  @Test
  void settingsThatAreWrongAreNamed() {
    checkRejected("annealing", "", "unknown algorithm name annealing");
    checkRejected("grid", "", "grid cannot be combined with searchAlgorithm.random");
    checkRejected("tpe", "gamma=1", "unknown setting gamma for algorithm tpe");
    checkRejected("tpe", "n_startup_trials=x", "n_startup_trials=x is not an integer");
    checkRejected("tpe", "n_ei_candidates=0", "n_ei_candidates=0 is not from 1 to 1000");
    checkRejected("tpe", "fast", "\"fast\" is not of the form name=value");
    checkRejected("bayesianoptimization", "acq_func=gp_hedge", "known: EI, LCB, PI");
    checkRejected("hyperband", "r_l=9", "resource_name must be set");
    checkRejected("asha", "r_l=9,resource_name=x", "resource_name x is not one of the parameters");
  }

  private static void checkRejected(String algorithm, String settings, String message) {
    OptimizationJob job = mixed("random", 1);
    job.getMetadata()
        .setAnnotations(
            Map.of(
                SearchSettings.ALGORITHM, algorithm, SearchSettings.ALGORITHM_SETTINGS, settings));
    assertThatThrownBy(() -> SearchSettings.of(job))
        .isInstanceOf(InvalidSearchException.class)
        .hasMessageStartingWith("annotation optimization.coxswain.io/algorithm")
        .hasMessageContaining(message);
  }

  private static String drawn(long seed, int trial, String space) throws Exception {
    OptimizationJob job =
        Yaml.read(
            OptimizationJob.class,
            """
            metadata: {name: s, namespace: default, uid: u}
            spec:
              searchAlgorithm: {random: {seed: %d}}
              parameters: [{name: p, searchSpace: {%s}}]
            """
                .formatted(seed, space));
    Suggester random = SearchSettings.of(job).suggester();
    return random.suggest(trial, List.of()).orElseThrow().firstEntry().getValue();
  }
}
