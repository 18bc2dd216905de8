package io.coxswain.kube.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NormalizationTest {
  private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

  private static Normalization wish(int current, int wanted, Instant now) {
    return new Normalization(current, wanted, 1, 50, Duration.ofMinutes(5), now);
  }

  private static HorizontalPodAutoscalerBehavior behavior(String yaml) {
    try {
      return Json.yamlMapper().readValue(yaml, HorizontalPodAutoscalerBehavior.class);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void doublesAtMostWithoutABehavior() {
    var result = wish(3, 20, NOW).plain(new ScaleMemory());

    assertThat(result.replicas()).isEqualTo(6);
    assertThat(result.limit().reason()).isEqualTo("ScaleUpLimit");
    assertThat(result.limited()).isTrue();
    assertThat(wish(1, 20, NOW).plain(new ScaleMemory()).replicas()).isEqualTo(4);
    assertThat(wish(40, 99, NOW).plain(new ScaleMemory()).limit().reason())
        .isEqualTo("TooManyReplicas");
    assertThat(wish(2, 0, NOW).plain(new ScaleMemory()).limit().reason())
        .isEqualTo("TooFewReplicas");
  }

  @Test
  void shrinksOnlyToTheHighestOfTheLastFiveMinutes() {
    var memory = new ScaleMemory();
    memory.begin(10, NOW);

    var soon = wish(10, 3, NOW.plusSeconds(200)).plain(memory);
    assertThat(soon.replicas()).isEqualTo(10);
    assertThat(soon.stabilized()).isNotNull();
    assertThat(wish(10, 3, NOW.plusSeconds(300)).plain(memory).replicas()).isEqualTo(10);
    assertThat(wish(10, 3, NOW.plusSeconds(301)).plain(memory).replicas()).isEqualTo(3);
  }

  @Test
  void keepsToThePoliciesOfABehavior() {
    var rules =
        behavior(
            """
            scaleUp:
              stabilizationWindowSeconds: 0
              selectPolicy: Max
              policies:
              - {type: Pods, value: 4, periodSeconds: 60}
              - {type: Percent, value: 50, periodSeconds: 60}
            scaleDown:
              stabilizationWindowSeconds: 0
              selectPolicy: Min
              policies:
              - {type: Pods, value: 2, periodSeconds: 60}
              - {type: Percent, value: 10, periodSeconds: 60}
            """);
    var memory = new ScaleMemory();

    assertThat(wish(10, 40, NOW).with(rules, memory).replicas()).isEqualTo(15);
    memory.scaled(10, 15, Duration.ofSeconds(60), NOW);
    // Still within the minute: what was added counts.
    var next = wish(15, 40, NOW.plusSeconds(30)).with(rules, memory);
    assertThat(next.replicas()).isEqualTo(15);
    assertThat(next.limit().reason()).isEqualTo("ScaleUpLimit");
    assertThat(wish(15, 40, NOW.plusSeconds(61)).with(rules, memory).replicas()).isEqualTo(23);

    var down = wish(20, 5, NOW.plusSeconds(200)).with(rules, memory);
    assertThat(down.replicas()).isEqualTo(18);
    assertThat(down.limit().reason()).isEqualTo("ScaleDownLimit");
  }

  @Test
  void doesNotMoveInADirectionThatIsDisabled() {
    var rules = behavior("{scaleDown: {selectPolicy: Disabled, stabilizationWindowSeconds: 0}}");

    assertThat(wish(10, 2, NOW).with(rules, new ScaleMemory()).replicas()).isEqualTo(10);
  }

  @Test
  void growsOnlyToTheLowestWithinTheWindowUpwards() {
    var rules = behavior("{scaleUp: {stabilizationWindowSeconds: 60}}");
    var memory = new ScaleMemory();
    memory.begin(3, NOW);

    var soon = wish(3, 6, NOW.plusSeconds(30)).with(rules, memory);
    assertThat(soon.replicas()).isEqualTo(3);
    assertThat(soon.stabilized()).isNotNull();
    assertThat(wish(3, 6, NOW.plusSeconds(61)).with(rules, memory).replicas()).isEqualTo(6);
  }

  @Property
  void neverLeavesTheRangeNorTurnsAround(
      @ForAll @IntRange(min = 1, max = 50) int current,
      @ForAll @IntRange(max = 100) int wanted,
      @ForAll @IntRange(min = 1, max = 50) int before,
      @ForAll @IntRange(max = 400) int age,
      @ForAll boolean plain) {
    var memory = new ScaleMemory();
    memory.begin(before, NOW.minusSeconds(age));
    var wish = wish(current, wanted, NOW);

    int replicas =
        plain ? wish.plain(memory).replicas() : wish.with(behavior("{}"), memory).replicas();

    assertThat(replicas).isBetween(1, 50);
    if (!plain && wanted >= current) {
      assertThat(replicas).isGreaterThanOrEqualTo(current);
    }
    if (wanted <= current && before <= current) {
      assertThat(replicas).isLessThanOrEqualTo(current);
    }
  }
}
