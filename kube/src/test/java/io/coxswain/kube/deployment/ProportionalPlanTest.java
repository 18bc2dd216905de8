package io.coxswain.kube.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ProportionalPlanTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static ProportionalPlan.Share share(String name, int size, int age, int most) {
    return new ProportionalPlan.Share(
        name,
        size,
        START.minusSeconds(age),
        most == 0 ? OptionalInt.empty() : OptionalInt.of(most));
  }

  @Test
  void growsEachByItsShare() {
    var sets = List.of(share("old", 8, 10, 13), share("new", 5, 0, 13));

    assertThat(ProportionalPlan.of(new Fenceposts(15, 3, 2), 13, sets))
        .containsExactly(new Resize("old", 11), new Resize("new", 7));
  }

  @Test
  void leavesNothingWhenNothingIsWanted() {
    var sets = List.of(share("old", 8, 10, 13), share("new", 5, 0, 13));

    assertThat(ProportionalPlan.of(new Fenceposts(0, 3, 0), 13, sets))
        .containsExactly(new Resize("old", 0), new Resize("new", 0));
  }

  @Test
  void growsTheNewerOfEquals() {
    var sets = List.of(share("old", 5, 10, 10), share("new", 5, 0, 10));

    assertThat(ProportionalPlan.of(new Fenceposts(11, 0, 1), 10, sets))
        .containsExactly(new Resize("new", 6), new Resize("old", 5));
  }

  @Property
  void sharesOutJustWhatThereIs(
      @ForAll @IntRange(max = 50) int replicas,
      @ForAll @IntRange(max = 10) int surge,
      @ForAll @IntRange(max = 100) int present,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 30) Integer> sizes,
      @ForAll @IntRange(max = 60) int mostBefore) {
    var sets = new ArrayList<ProportionalPlan.Share>();
    for (int i = 0; i < sizes.size(); i++) {
      sets.add(share("s" + i, sizes.get(i), i, mostBefore));
    }

    List<Resize> plan = ProportionalPlan.of(new Fenceposts(replicas, surge, 1), present, sets);

    int allowed = replicas == 0 ? 0 : replicas + surge;
    int total = plan.stream().mapToInt(Resize::size).sum();
    assertThat(plan).hasSameSizeAs(sets).allMatch(r -> r.size() >= 0);
    // What is left over after rounding is taken from the largest alone, which may not have it.
    if (plan.getFirst().size() > 0) {
      assertThat(total).isEqualTo(allowed);
    } else {
      assertThat(total).isGreaterThanOrEqualTo(allowed);
    }
  }

  @Test
  void growsByNoMoreThanAllowedWhateverTheAnnotationSays() {
    var sets = List.of(share("old", 100_000, 10, 1));

    assertThat(ProportionalPlan.of(new Fenceposts(200_000, 0, 1), 100_000, sets))
        .containsExactly(new Resize("old", 200_000));
  }
}
