package io.coxswain.kube.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RollingPlanTest {

  private static Fenceposts bounds(int replicas, String surge, String unavailable) {
    return Fenceposts.of(replicas, new IntOrString(surge), new IntOrString(unavailable));
  }

  private static final Fenceposts TEN = new Fenceposts(10, 3, 2);

  @Test
  void roundsTheBoundsApart() {
    assertThat(bounds(10, "25%", "25%")).isEqualTo(new Fenceposts(10, 3, 2));
    assertThat(bounds(10, "25%", "25%").minAvailable()).isEqualTo(8);
    assertThat(bounds(10, "25%", "25%").most()).isEqualTo(13);
    assertThat(bounds(1, "25%", "25%")).isEqualTo(new Fenceposts(1, 1, 0));
    assertThat(Fenceposts.of(4, new IntOrString(0), new IntOrString("10%")))
        .isEqualTo(new Fenceposts(4, 0, 1));
    assertThat(Fenceposts.of(0, new IntOrString(0), new IntOrString(0)))
        .isEqualTo(new Fenceposts(0, 0, 0));
  }

  @Test
  void beginsWithTheSurgeAndThenTakesFromTheOld() {
    assertThat(TEN.newSize(0, 10)).isEqualTo(3);
    var old = List.of(new SetSize("old", 10, 10));

    assertThat(RollingPlan.of(TEN, new SetSize("new", 3, 0), old))
        .containsExactly(new Resize("old", 8));
  }

  @Test
  void growsBeforeItShrinks() {
    var old = List.of(new SetSize("old", 8, 8));

    assertThat(RollingPlan.of(TEN, new SetSize("new", 3, 2), old))
        .containsExactly(new Resize("new", 5));
  }

  @Test
  void leavesTheOldAloneWhileTheNewIsUnavailable() {
    var old = List.of(new SetSize("old", 8, 5));

    assertThat(RollingPlan.of(TEN, new SetSize("new", 5, 0), old)).isEmpty();
  }

  @Test
  void removesUnavailablePodsFirstFromTheOldest() {
    var old = List.of(new SetSize("a", 4, 1), new SetSize("b", 5, 5));

    assertThat(RollingPlan.of(TEN, new SetSize("new", 4, 4), old))
        .containsExactly(new Resize("a", 1), new Resize("a", 0), new Resize("b", 4));
  }

  /** Sizes and how many of the pods are available. */
  @Provide
  Arbitrary<SetSize> fresh() {
    return set("new");
  }

  @Provide
  Arbitrary<List<SetSize>> old() {
    return Arbitraries.integers()
        .between(0, 3)
        .flatMap(
            count -> {
              List<Arbitrary<SetSize>> sets = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                sets.add(set("old" + i).filter(s -> s.size() > 0));
              }
              return Combinators.combine(sets).as(list -> list);
            });
  }

  private static Arbitrary<SetSize> set(String name) {
    return Arbitraries.integers()
        .between(0, 20)
        .flatMap(
            size ->
                Arbitraries.integers()
                    .between(0, size)
                    .map(available -> new SetSize(name, size, available)));
  }

  @Property
  void neverBreaksItsBounds(
      @ForAll @IntRange(max = 20) int replicas,
      @ForAll @IntRange(max = 20) int surge,
      @ForAll @IntRange(max = 20) int unavailable,
      @ForAll("fresh") SetSize fresh,
      @ForAll("old") List<SetSize> old) {
    var bounds = Fenceposts.of(replicas, new IntOrString(surge), new IntOrString(unavailable));
    var after = new TreeMap<String, SetSize>();
    old.forEach(set -> after.put(set.name(), set));
    after.put(fresh.name(), fresh);
    int total = after.values().stream().mapToInt(SetSize::size).sum();
    int available = available(after);

    for (Resize resize : RollingPlan.of(bounds, fresh, old)) {
      boolean grows = resize.size() > Objects.requireNonNull(after.get(resize.name())).size();
      assertThat(grows && !resize.name().equals("new")).isFalse();
      after.computeIfPresent(resize.name(), (n, set) -> set.resized(resize.size()));
    }

    assertThat(after.values()).allMatch(set -> set.size() >= 0);
    assertThat(after.values().stream().mapToInt(SetSize::size).sum())
        .isLessThanOrEqualTo(Math.max(total, bounds.most()));
    if (fresh.size() <= replicas) {
      assertThat(available(after))
          .isGreaterThanOrEqualTo(Math.min(available, bounds.minAvailable()));
    }
  }

  /** A set removes the pods that are not available first. */
  private static int available(Map<String, SetSize> sets) {
    return sets.values().stream().mapToInt(set -> Math.min(set.size(), set.available())).sum();
  }

  @Property
  void alwaysCompletes(
      @ForAll @IntRange(max = 20) int replicas,
      @ForAll @IntRange(max = 20) int surge,
      @ForAll @IntRange(max = 20) int unavailable,
      @ForAll("fresh") SetSize first,
      @ForAll("old") List<SetSize> rest) {
    var bounds = Fenceposts.of(replicas, new IntOrString(surge), new IntOrString(unavailable));
    SetSize fresh = first;
    List<SetSize> old = new ArrayList<>(rest);
    for (int step = 0; step < 200; step++) {
      fresh = new SetSize(fresh.name(), fresh.size(), fresh.size());
      old.replaceAll(set -> new SetSize(set.name(), set.size(), set.size()));
      old.removeIf(set -> set.size() == 0);
      for (Resize resize : RollingPlan.of(bounds, fresh, old)) {
        fresh = resize.name().equals("new") ? fresh.resized(resize.size()) : fresh;
        old.replaceAll(s -> s.name().equals(resize.name()) ? s.resized(resize.size()) : s);
      }
    }

    assertThat(fresh.size()).isEqualTo(replicas);
    assertThat(old).isEmpty();
  }
}
