package io.coxswain.slurm.checks;

import io.coxswain.slurm.marks.Mark;
import io.coxswain.slurm.marks.MarkChange;
import io.coxswain.slurm.marks.MarkType;
import io.coxswain.slurm.marks.Marks;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any conditions that a machine may have. */
public final class MarksArbitrary {
  public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static final List<String> TYPES =
      List.of(
          MarkType.DEGRADED,
          MarkType.MAINTENANCE,
          MarkType.HARDWARE,
          MarkType.DRAIN,
          MarkType.REBOOT,
          MarkType.READY,
          MarkType.MAINTENANCE_SCHEDULED);

  private static final List<String> REASONS =
      List.of(
          MarkChange.NEED_DRAIN,
          MarkChange.DRAINING,
          MarkChange.DRAINED,
          MarkChange.UNDRAINED,
          MarkChange.NEED_REBOOT,
          MarkChange.REBOOTING,
          MarkChange.REBOOTED,
          "KubeletReady");

  private MarksArbitrary() {}

  public static Arbitrary<Marks> marks() {
    return Arbitraries.maps(Arbitraries.of(TYPES), mark())
        .ofMaxSize(TYPES.size())
        .map(map -> new Marks(new TreeMap<>(map)));
  }

  /** Within an hour before noon. */
  public static Arbitrary<Instant> time() {
    return Arbitraries.longs().between(0, 3600).map(NOON::minusSeconds);
  }

  private static Arbitrary<Mark> mark() {
    return Combinators.combine(
            Arbitraries.of(Mark.Status.FALSE, Mark.Status.TRUE, Mark.Status.UNKNOWN),
            Arbitraries.of(REASONS),
            time())
        .as(Mark::new);
  }
}
