package io.coxswain.kube.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HealthTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final NodeLifecycleOptions OPTIONS = NodeLifecycleOptions.byDefault();

  private static NodeHealthTable.Row row(@Nullable String heartbeat, @Nullable Instant renewed) {
    NodeView.Ready ready =
        heartbeat == null ? null : new NodeView.Ready("True", heartbeat, "2020-01-01T00:00:00Z");
    return new NodeHealthTable.Row(
        new NodeView("n", "uid", "", true, T0, ready, false, false),
        renewed == null ? null : renewed.atZone(ZoneOffset.UTC));
  }

  @Test
  void countsFromTheFirstObservationRegardlessOfTheNodesClock() {
    Health health = Health.look(null, row("2020-01-01T00:00:00Z", null), T0);

    assertThat(health.isOverdue(OPTIONS, T0.plusSeconds(50))).isFalse();
    assertThat(health.isOverdue(OPTIONS, T0.plusSeconds(51))).isTrue();
  }

  @Test
  void takesAHeartbeatOrARenewalForASignOfLife() {
    Health first = Health.look(null, row("h1", T0), T0);
    Health beat = Health.look(first, row("h2", T0), T0.plusSeconds(40));
    Health renewal = Health.look(beat, row("h2", T0.plusSeconds(1)), T0.plusSeconds(80));
    Health nothing = Health.look(renewal, row("h2", T0.plusSeconds(1)), T0.plusSeconds(120));

    assertThat(beat.probe()).isEqualTo(T0.plusSeconds(40));
    assertThat(renewal.probe()).isEqualTo(T0.plusSeconds(80));
    assertThat(nothing.probe()).isEqualTo(T0.plusSeconds(80));
  }

  @Test
  void countsFromTheCreationOfASilentNode() {
    Health mute = Health.look(null, row(null, null), T0.plusSeconds(59));

    assertThat(mute.probe()).isEqualTo(T0);
    assertThat(mute.isOverdue(OPTIONS, T0.plusSeconds(60))).isFalse();
    assertThat(mute.isOverdue(OPTIONS, T0.plusSeconds(61))).isTrue();
    assertThat(Health.look(mute, row("h1", null), T0.plusSeconds(70)).probe())
        .isEqualTo(T0.plusSeconds(70));
  }

  @Test
  void givesTheWholeTimeAgainAfterADisruption() {
    Health health = Health.look(null, row("h1", null), T0).restarted(T0.plusSeconds(500));

    assertThat(health.isOverdue(OPTIONS, T0.plusSeconds(549))).isFalse();
  }
}
