package io.coxswain.slurm.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConditionsDraftTest {
  private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");

  @Test
  void aConditionThatEndsWithItsOldStatusKeepsItsTransitionTime() {
    var earlier = new ConditionsDraft(List.of(), BEFORE);
    earlier.set("Ready", ConditionsDraft.FALSE, "NotAvailable", "no pod");

    var draft = new ConditionsDraft(earlier.list(), NOW);
    draft.set("Ready", ConditionsDraft.TRUE, "Available", "");
    assertThat(draft.list().getFirst().getLastTransitionTime()).isEqualTo("2026-01-01T00:01:00Z");
    draft.set("Ready", ConditionsDraft.FALSE, "ReconcileFailed", "conflict");

    assertThat(draft.list())
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.getReason()).isEqualTo("ReconcileFailed");
              assertThat(condition.getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
            });
  }
}
