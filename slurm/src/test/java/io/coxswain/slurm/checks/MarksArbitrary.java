package io.coxswain.slurm.checks;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/** Any conditions that a machine may have. */
public final class MarksArbitrary {
  public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static final List<String> TYPES =
      List.of(
          ConditionTypes.DEGRADED,
          ConditionTypes.MAINTENANCE,
          ConditionTypes.HARDWARE,
          ConditionTypes.DRAIN,
          ConditionTypes.REBOOT,
          ConditionTypes.READY,
          ConditionTypes.MAINTENANCE_SCHEDULED);

  private static final List<String> REASONS =
      List.of(
          ConditionChange.NEED_DRAIN,
          ConditionChange.DRAINING,
          ConditionChange.DRAINED,
          ConditionChange.UNDRAINED,
          ConditionChange.NEED_REBOOT,
          ConditionChange.REBOOTING,
          ConditionChange.REBOOTED,
          "KubeletReady");

  private MarksArbitrary() {}

  public static Arbitrary<NodeConditions> marks() {
    return Arbitraries.maps(Arbitraries.of(TYPES), mark())
        .ofMaxSize(TYPES.size())
        .map(map -> new NodeConditions(new TreeMap<>(map)));
  }

  /** Within an hour before noon. */
  public static Arbitrary<Instant> time() {
    return Arbitraries.longs().between(0, 3600).map(NOON::minusSeconds);
  }

  private static Arbitrary<ConditionState> mark() {
    return Combinators.combine(
            Arbitraries.of(
                ConditionState.Status.FALSE,
                ConditionState.Status.TRUE,
                ConditionState.Status.UNKNOWN),
            Arbitraries.of(REASONS),
            time())
        .as(ConditionState::new);
  }
}
