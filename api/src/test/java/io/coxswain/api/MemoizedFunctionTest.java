package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoizedFunctionTest {
  @Test
  void returnsTheValueOfTheFunction() {
    var remembered = new MemoizedFunction<Integer>(4, String::length);

    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1000; i++) {
        assertThat(remembered.of("x".repeat(i))).isEqualTo(i);
      }
    }
  }

  @Test
  void callsTheFunctionOnceForARepeatedText() {
    List<String> asked = new ArrayList<>();
    var remembered =
        new MemoizedFunction<String>(
            8,
            text -> {
              asked.add(text);
              return text + "!";
            });

    assertThat(remembered.of("a")).isEqualTo("a!");
    assertThat(remembered.of("a")).isEqualTo("a!");

    assertThat(asked).containsExactly("a");
  }

  @Test
  void doesNotCacheFailures() {
    var remembered = new MemoizedFunction<Integer>(8, Integer::parseInt);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> remembered.of("one")).isInstanceOf(NumberFormatException.class);
    }
    assertThat(remembered.of("1")).isEqualTo(1);
  }

  @Test
  void returnsEqualQuantitiesForTheSameText() {
    for (int i = 0; i < 2; i++) {
      assertThat(Quantities.canonical("1024Mi")).isEqualTo("1Gi");
      assertThat(Quantities.roundedUp("1.0001")).isEqualTo("1001m");
      assertThatThrownBy(() -> Quantities.canonical("many"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
