package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Instant T = JobFixture.START;

  private static Backoff.Finish failure(String uid, int second) {
    return new Backoff.Finish(uid, T.plusSeconds(second), false);
  }

  private static Backoff.Finish success(String uid, int second) {
    return new Backoff.Finish(uid, T.plusSeconds(second), true);
  }

  @Test
  void doublesWithEachFailureUpToTenMinutes() {
    var waits = new ArrayList<Long>();
    for (int n = 0; n <= 9; n++) {
      waits.add(Backoff.remaining(n, T, T).toSeconds());
    }
    assertThat(waits).containsExactly(0L, 10L, 20L, 40L, 80L, 160L, 320L, 600L, 600L, 600L);
    assertThat(Backoff.remaining(Integer.MAX_VALUE, T, T)).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void countsFromTheLatestFailure() {
    var backoff = Backoff.NONE.observe(List.of(failure("b", 5), failure("a", 2)));

    assertThat(backoff.failures()).isEqualTo(2);
    assertThat(backoff.remaining(T.plusSeconds(10))).isEqualTo(Duration.ofSeconds(15));
    assertThat(backoff.remaining(T.plusSeconds(100))).isZero();
  }

  @Test
  void startsAgainAfterASuccess() {
    var backoff =
        Backoff.NONE
            .observe(List.of(failure("a", 1), failure("b", 2)))
            .observe(List.of(success("c", 3), failure("d", 3), failure("e", 4)));

    assertThat(backoff.failures()).isEqualTo(1);
    assertThat(backoff.lastFailure()).contains(T.plusSeconds(4));
  }

  @Test
  void countsEachPodOnce() {
    var once = Backoff.NONE.observe(List.of(failure("a", 1)));

    assertThat(once.observe(List.of(failure("a", 1)))).isEqualTo(once);
  }
}
