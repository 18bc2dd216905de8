package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00.5Z");

  private final List<Condition> conditions =
      new ArrayList<>(
          List.of(
              Conditions.of("Ready", true, "Old", "old", BEFORE),
              Conditions.of("Failed", false, "Old", "old", BEFORE)));

  @Test
  void keepsPlaceAndTransitionTimeWhileTheStatusIsTheSame() {
    Conditions.META.set(conditions, Conditions.of("Ready", true, "New", "new", NOW));

    assertThat(conditions).extracting(Condition::getType).containsExactly("Ready", "Failed");
    assertThat(conditions.getFirst().getReason()).isEqualTo("New");
    assertThat(conditions.getFirst().getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void movesTheTransitionTimeWithTheStatus() {
    Conditions.META.set(conditions, Conditions.of("Ready", false, "New", "new", NOW));

    assertThat(conditions.getFirst().getLastTransitionTime()).isEqualTo("2026-01-02T00:00:00Z");
    assertThat(Conditions.META.isTrue(conditions, "Ready")).isFalse();
  }

  @Test
  void addsAConditionOfANewTypeToACopy() {
    Condition added = Conditions.of("Other", true, "New", "new", NOW);

    assertThat(Conditions.META.with(conditions, added)).hasSize(3).endsWith(added);
    assertThat(Conditions.META.with(null, added)).containsExactly(added);
    assertThat(conditions).hasSize(2);
    assertThat(Conditions.META.find(null, "Other")).isEmpty();
  }
}
