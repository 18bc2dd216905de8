package io.coxswain.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReconcileTriggersTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private final ReconcileTriggers<String> causes = new ReconcileTriggers<>();

  private void note(String key, long version) {
    var seen = new ChangeSummary(ObjectKey.of("default", "p"), "changed to version", version);
    causes.note(key, new ReconcileTriggers.Cause(NOON, "watch of Pod:", seen));
  }

  @Test
  void returnsTheLastEightTriggersOfAKeyOldestFirst() {
    IntStream.rangeClosed(1, 20).forEach(version -> note("a", version));
    assertThat(causes.of("a")).hasSize(8);
    assertThat(causes.of("a").getFirst())
        .hasToString("2030-01-01T12:00:00Z watch of Pod: default/p changed to version 13");
    assertThat(causes.of("a").getLast()).asString().endsWith(" 20");
    assertThat(causes.of("b")).isEmpty();
  }

  @Test
  void evictsTheLeastRecentlyTriggeredKeys() {
    IntStream.range(0, 512).forEach(i -> note("key-" + i, 1));
    note("key-0", 2);
    note("one more", 1);
    assertThat(causes.keys()).hasSize(512).contains("key-0", "one more").doesNotContain("key-1");
  }
}
