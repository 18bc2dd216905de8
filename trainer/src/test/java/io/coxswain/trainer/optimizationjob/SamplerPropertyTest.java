package io.coxswain.trainer.optimizationjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.trainer.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SamplerPropertyTest {

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
    Sampler sampler = Sampler.of(job);
    var seen = new ArrayList<String>();
    for (int trial = 0; trial < sampler.size(); trial++) {
      seen.add(String.join("", sampler.values(trial).values()));
    }

    assertThat(seen).containsExactly("a1", "a2", "a3", "b1", "b2", "b3");
    assertThat(sampler.values(0).sequencedKeySet()).containsExactly("x", "y");
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
          .isInstanceOf(SearchException.class)
          .hasMessageStartingWith("parameter p has an empty search space: ");
    }
  }

  private static String drawn(long seed, int trial, String space) throws SearchException {
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
    return Sampler.of(job).values(trial).firstEntry().getValue();
  }
}
