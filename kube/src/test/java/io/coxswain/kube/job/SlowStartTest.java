package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.controller.Reconciliation;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.helpers.NOPLogger;

class SlowStartTest {
  private final List<Integer> batches = new ArrayList<>();

  /** A pass that runs forked work at once and notes how much there was in each fork. */
  private final Reconciliation pass =
      new Reconciliation() {
        @Override
        public String id() {
          return "1";
        }

        @Override
        public Instant now() {
          return JobFixture.START;
        }

        @Override
        public Logger log() {
          return NOPLogger.NOP_LOGGER;
        }

        @Override
        public int attempt() {
          return 0;
        }

        @Override
        public Fork fork(int limit) {
          var works = new ArrayList<Work>();
          return new Fork() {
            @Override
            public void run(Work work) {
              works.add(work);
            }

            @Override
            public void close() throws ApiException {
              batches.add(works.size());
              for (Work work : works) {
                work.run();
              }
            }
          };
        }
      };

  private static List<Integer> things(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  @Scenario("job-7")
  void doublesTheBatch() {
    var made = new ArrayList<Integer>();

    assertThat(SlowStart.run(pass, things(10), made::add)).isNull();

    assertThat(batches).containsExactly(1, 2, 4, 3);
    assertThat(made).isEqualTo(things(10));
  }

  /** The last batch is full, short by one, or holds the one object beyond a power of two. */
  @ParameterizedTest
  @CsvSource({"0, ''", "1, 1", "2, 1 1", "3, 1 2", "4, 1 2 1", "7, 1 2 4", "8, 1 2 4 1"})
  void makesEachObjectOnceAroundPowersOfTwo(int count, String sizes) {
    var made = new ArrayList<Integer>();

    assertThat(SlowStart.run(pass, things(count), made::add)).isNull();

    assertThat(made).isEqualTo(things(count));
    assertThat(batches.stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .isEqualTo(sizes);
  }

  @Test
  void stopsAfterABatchWithAFailure() {
    ApiException failure =
        SlowStart.run(
            pass,
            things(10),
            thing -> {
              if (thing == 2) {
                throw ApiException.noAnswer(new IOException("no"));
              }
            });

    assertThat(failure).isNotNull();
    assertThat(batches).containsExactly(1, 2);
  }
}
