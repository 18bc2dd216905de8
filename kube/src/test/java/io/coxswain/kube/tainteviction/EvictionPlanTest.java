package io.coxswain.kube.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EvictionPlanTest {
  private static Taint taint(String key) {
    return new TaintBuilder().withKey(key).withValue("v").withEffect("NoExecute").build();
  }

  private static Toleration tolerating(@Nullable String key, @Nullable Long seconds) {
    return new TolerationBuilder()
        .withKey(key)
        .withOperator("Exists")
        .withTolerationSeconds(seconds)
        .build();
  }

  @Test
  void keepsAPodWithoutNoExecuteTaints() {
    assertThat(EvictionPlan.of(List.of(), List.of())).isEqualTo(new EvictionPlan.Stay());
  }

  @Test
  void evictsAtOnceAPodThatDoesNotTolerateEveryTaint() {
    assertThat(EvictionPlan.of(List.of(taint("a"), taint("b")), List.of(tolerating("a", null))))
        .isEqualTo(new EvictionPlan.Go());
  }

  @Test
  void evictsAfterTheShortestMatchingToleration() {
    var tolerations = List.of(tolerating("a", 300L), tolerating("b", 20L), tolerating("c", 1L));
    assertThat(EvictionPlan.of(List.of(taint("a"), taint("b")), tolerations))
        .isEqualTo(new EvictionPlan.StayFor(Duration.ofSeconds(20)));
    assertThat(EvictionPlan.of(List.of(taint("a")), List.of(tolerating("a", 0L))))
        .isEqualTo(new EvictionPlan.Go());
  }

  @Test
  void neverEvictsAPodThatToleratesWithoutLimit() {
    assertThat(EvictionPlan.of(List.of(taint("a")), List.of(tolerating(null, null))))
        .isEqualTo(new EvictionPlan.Stay());
  }

  @Test
  void comparesValuesUnlessTheOperatorIsExists() {
    var equal = new TolerationBuilder().withKey("a").withValue("v").build();
    var other = new TolerationBuilder().withKey("a").withValue("w").build();
    var schedule =
        new TolerationBuilder()
            .withKey("a")
            .withOperator("Exists")
            .withEffect("NoSchedule")
            .build();
    assertThat(EvictionPlan.of(List.of(taint("a")), List.of(equal)))
        .isEqualTo(new EvictionPlan.Stay());
    assertThat(EvictionPlan.of(List.of(taint("a")), List.of(other)))
        .isEqualTo(new EvictionPlan.Go());
    assertThat(EvictionPlan.of(List.of(taint("a")), List.of(schedule)))
        .isEqualTo(new EvictionPlan.Go());
  }

  @Test
  void saturatesTheTolerationTime() {
    var plan = EvictionPlan.of(List.of(taint("a")), List.of(tolerating("a", Long.MAX_VALUE)));

    assertThat(plan)
        .isInstanceOfSatisfying(
            EvictionPlan.StayFor.class, stay -> assertThat(stay.time().toNanos()).isPositive());
  }
}
