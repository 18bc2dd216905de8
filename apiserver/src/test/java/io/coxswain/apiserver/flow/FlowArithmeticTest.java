package io.coxswain.apiserver.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The arithmetic of flow control: hands, lending and times to try again. */
final class FlowArithmeticTest {
  @Test
  void dealsAllHandsOfDistinctCardsEquallyOften() {
    int[] count = new int[5];
    var hands = new TreeSet<String>();
    for (long hash = 0; hash < 60; hash++) {
      int[] hand = ShuffleSharding.deal(hash, 5, 3);
      assertThat(Arrays.stream(hand).distinct().count()).isEqualTo(3);
      Arrays.stream(hand).forEach(card -> count[card]++);
      hands.add(Arrays.toString(hand));
    }

    assertThat(hands).hasSize(60);
    assertThat(count).containsOnly(36);
  }

  @Test
  void dealsTheWholeDeckForAHashWithItsHighestBitSet() {
    assertThat(ShuffleSharding.deal(-1, 4, 4)).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void lendsIdleSeatsInProportionToDemand() {
    var idle = new Borrowing.Claim(10, 100, 0);
    var busy = new Borrowing.Claim(20, 100, 60);
    var busier = new Borrowing.Claim(20, 1000, 120);

    double fraction = Borrowing.fraction(190, List.of(idle, busy, busier));

    assertThat(fraction).isCloseTo(1, within(1e-6));
    assertThat(busier.at(fraction)).isCloseTo(120, within(1e-3));
    assertThat(idle.at(fraction)).isEqualTo(10);
  }

  @Test
  void neverLendsBelowTheLowerBoundNorAboveTheUpper() {
    var bounded = new Borrowing.Claim(30, 40, 1000);
    var small = new Borrowing.Claim(5, 500, 5);

    double fraction = Borrowing.fraction(100, List.of(bounded, small));

    assertThat(bounded.at(fraction)).isEqualTo(40);
    assertThat(small.at(fraction)).isCloseTo(60, within(1e-3));
  }

  @Test
  void doublesTheTimeToTryAgainWhileManyAreRejectedAndLowersItAfterwards() {
    var retry = new RetryAfter();
    List<Long> seconds = new ArrayList<>();
    for (long second = 100; second < 104; second++) {
      long last = 0;
      for (int i = 0; i < 50; i++) {
        last = retry.rejected(second);
      }
      seconds.add(last);
    }
    long calm = 0;
    for (int i = 0; i < 10; i++) {
      calm = retry.rejected(1_000 + 100L * i);
    }

    assertThat(seconds).containsExactly(1L, 2L, 2L, 4L);
    assertThat(calm).isEqualTo(1);
  }

  @Test
  void weighsDemandByTime() {
    long second = 1_000_000_000;
    var demand = new SeatDemand(0);
    demand.set(10, 0);
    demand.set(0, 5 * second);

    SeatDemand.Observed observed = demand.reset(10 * second, 0);

    assertThat(observed.average()).isCloseTo(5, within(1e-9));
    assertThat(observed.deviation()).isCloseTo(5, within(1e-9));
    assertThat(observed.max()).isEqualTo(10);
    assertThat(demand.reset(20 * second, 0.5).smoothed()).isCloseTo(5, within(1e-9));
  }
}
