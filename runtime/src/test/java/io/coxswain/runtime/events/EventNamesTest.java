package io.coxswain.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import java.time.Instant;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EventNamesTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void differBetweenRecordersAtOneInstant() {
    var names = new TreeSet<String>();
    for (int i = 0; i < 10; i++) {
      names.add(new EventNames(Env.production().entropy()).next("pod-a", NOON));
    }

    assertThat(names).hasSizeGreaterThan(1).allMatch(name -> name.matches("pod-a\\.[0-9a-f]{16}"));
  }

  @Test
  void differWithinOneRecorderAtOneInstant() {
    var recorder = new EventNames(Env.production().entropy());
    var names = new TreeSet<String>();
    for (int i = 0; i < 1000; i++) {
      names.add(recorder.next("pod-a", NOON));
    }

    assertThat(names).hasSize(1000);
  }
}
