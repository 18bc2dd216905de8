package io.coxswain.evidence.property;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class PropertyTest {

  /** What the properties below were called with. */
  private static final List<Object> SEEN = new ArrayList<>();

  @Test
  void passesValuesWithinTheirConstraints() {
    run(Constrained.class);

    assertThat(SEEN).hasSize(200).allMatch(v -> (int) v >= 3 && (int) v <= 9);
    assertThat(new TreeSet<Object>(SEEN)).containsExactly(3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void generatesTheSameValuesAgain() {
    run(Lists.class);
    var first = List.copyOf(SEEN);

    run(Lists.class);

    assertThat(SEEN).isEqualTo(first);
  }

  @Test
  void reportsTheSmallestArgumentsThatFail() {
    Throwable failure = run(Failing.class);

    assertThat(failure).hasMessageContaining("rejectsSeven fails at try");
    assertThat(failure.getMessage()).containsPattern("with \\[\\[(\\d+, ){0,6}7(, \\d+){0,6}]]");
  }

  @Test
  void discardsArgumentsThatDoNotMeetAnAssumption() {
    run(Assuming.class);

    assertThat(SEEN).hasSize(100).allMatch(v -> (int) v % 2 == 0);
  }

  @Test
  void failsIfAlmostAllArgumentsAreDiscarded() {
    assertThat(run(Impossible.class)).hasMessageContaining("too many arguments were discarded");
  }

  @Test
  void generatesCollectionsWithUniqueElementsAndLimits() {
    var sets = Arbitraries.integers().between(0, 3).set().ofMinSize(2).ofMaxSize(3);
    var lists = Arbitraries.of("a", "b", "c").list().uniqueElements().ofMaxSize(3);
    for (int seed = 0; seed < 200; seed++) {
      var choices = new Choices(seed, Choices.FULL_SIZE);

      assertThat(sets.generate(choices)).hasSizeBetween(2, 3);
      assertThat(lists.generate(choices)).doesNotHaveDuplicates().hasSizeLessThan(4);
    }
  }

  @Test
  void generatesTheLimitsOfTheWholeRange() {
    Set<Long> found = new TreeSet<>();
    for (int seed = 0; seed < 500; seed++) {
      found.add(Arbitraries.longs().generate(new Choices(seed, Choices.FULL_SIZE)));
    }

    assertThat(found).contains(Long.MIN_VALUE, Long.MAX_VALUE, 0L).hasSizeGreaterThan(400);
  }

  private static Throwable run(Class<?> properties) {
    SEEN.clear();
    var listener = new Results();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(properties))
                .build(),
            listener);
    return listener.failures.isEmpty()
        ? new AssertionError("passed")
        : listener.failures.getFirst();
  }

  private static final class Results implements TestExecutionListener {

    private final List<Throwable> failures = new ArrayList<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      result.getThrowable().ifPresent(failures::add);
    }
  }

  static class Constrained {
    @Property(tries = 200)
    void isWithinTheRange(@ForAll @IntRange(min = 3, max = 9) int value) {
      SEEN.add(value);
    }
  }

  static class Lists {
    @Property(tries = 50)
    void takesLists(@ForAll("numbers") List<Integer> values, @ForAll boolean flag) {
      SEEN.add(List.of(values, flag));
    }

    @Provide
    Arbitrary<List<Integer>> numbers() {
      return Arbitraries.integers().list();
    }
  }

  static class Failing {
    @Property
    void rejectsSeven(@ForAll List<@IntRange(max = 50) Integer> values) {
      assertThat(values).doesNotContain(7);
    }
  }

  static class Assuming {
    @Property(tries = 100)
    void takesEvenNumbers(@ForAll @IntRange(max = 50) int value) {
      Assume.that(value % 2 == 0);
      SEEN.add(value);
    }
  }

  static class Impossible {
    @Property(tries = 100)
    void takesNothing(@ForAll int value) {
      Assume.that(Integer.bitCount(value) > 32);
    }
  }
}
