package io.coxswain.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CorrelatorTest {
  private final Correlator correlator = new Correlator(Env.production().entropy());
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void describesTheObjectAndItsSource() {
    Event event = created(record("Created", "made it"));

    assertThat(event.getMetadata().getNamespace()).isEqualTo("ns");
    assertThat(event.getMetadata().getName()).matches("pod-a\\.[0-9a-f]{16}");
    assertThat(event.getInvolvedObject().getUid()).isEqualTo("u1");
    assertThat(event.getSource().getComponent()).isEqualTo("test-controller");
    assertThat(event.getReportingComponent()).isEqualTo("test-controller");
    assertThat(event.getFirstTimestamp()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(event.getCount()).isEqualTo(1);
  }

  @Test
  void countsRepeatedEvents() {
    Event first = created(record("Created", "made it"));
    now = now.plusSeconds(5);
    Event second = counted(record("Created", "made it"));

    assertThat(second.getMetadata().getName()).isEqualTo(first.getMetadata().getName());
    assertThat(second.getCount()).isEqualTo(2);
    assertThat(second.getFirstTimestamp()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(second.getLastTimestamp()).isEqualTo("2026-01-01T00:00:05Z");
  }

  @Test
  @Scenario("runtime-36")
  void aggregatesFromTheTenthMessageOnAndDropsTheTwentySixthEvent() {
    List<String> messages = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      now = now.plusSeconds(5);
      messages.add(event(record("Failed", "message " + i)).getMessage());
    }

    assertThat(messages.subList(0, 9)).noneMatch(m -> m.startsWith("(combined"));
    assertThat(messages.subList(9, 12))
        .containsExactly(
            "(combined from similar events): message 10",
            "(combined from similar events): message 11",
            "(combined from similar events): message 12");
    for (int i = 13; i <= 25; i++) {
      assertThat(record("Failed", "message " + i)).isInstanceOf(Correlator.Verdict.Count.class);
    }
    assertThat(record("Failed", "message 26")).isInstanceOf(Correlator.Verdict.Drop.class);
    now = now.plusSeconds(301);
    assertThat(record("Failed", "message 27")).isNotInstanceOf(Correlator.Verdict.Drop.class);
    assertThat(record("Failed", "message 28")).isInstanceOf(Correlator.Verdict.Drop.class);
  }

  @Test
  void startsANewCountAfterTenQuietMinutes() {
    for (int i = 0; i < 12; i++) {
      record("Failed", "message " + i);
    }
    now = now.plus(Duration.ofMinutes(10)).plusSeconds(1);

    assertThat(created(record("Failed", "again")).getMessage()).isEqualTo("again");
  }

  @Test
  void generatesUniqueEventNames() {
    String first = created(record("A", "x")).getMetadata().getName();
    String second = created(record("B", "x")).getMetadata().getName();

    assertThat(first).isNotEqualTo(second);
  }

  private Correlator.Verdict record(String reason, String message) {
    var about =
        new ObjectReferenceBuilder()
            .withApiVersion("v1")
            .withKind("Pod")
            .withNamespace("ns")
            .withName("pod-a")
            .withUid("u1")
            .withResourceVersion(Long.toString(now.toEpochMilli()))
            .build();
    return correlator.correlate(
        new Note(about, "test-controller", "Normal", reason, message, now), now);
  }

  private static Event event(Correlator.Verdict verdict) {
    return switch (verdict) {
      case Correlator.Verdict.Create(Event event) -> event;
      case Correlator.Verdict.Count(Event event) -> event;
      case Correlator.Verdict.Drop drop -> throw new AssertionError("dropped");
    };
  }

  private static Event created(Correlator.Verdict verdict) {
    assertThat(verdict).isInstanceOf(Correlator.Verdict.Create.class);
    return event(verdict);
  }

  private static Event counted(Correlator.Verdict verdict) {
    assertThat(verdict).isInstanceOf(Correlator.Verdict.Count.class);
    return event(verdict);
  }
}
