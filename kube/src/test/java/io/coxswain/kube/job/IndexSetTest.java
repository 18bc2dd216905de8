package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexSetTest {

  @Test
  @Scenario("job-21")
  void writesRunsOfThreeOrMoreAsIntervals() {
    assertThat(IndexSet.of(0, 1, 2, 5, 7, 8)).hasToString("0-2,5,7,8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''       | 10 | ''",
        "3        | 10 | 3",
        "0-2,5    | 10 | 0-2,5",
        "0-20     | 4  | 0-3",
        "1,12,3   | 4  | 1",
        "x,2      | 4  | 2",
        "3-1,2    | 4  | 2",
        "0,1,2    | 10 | 0-2",
      })
  void readsWhatItCanAndDropsWhatIsOutOfRange(String text, int limit, String expected) {
    assertThat(IndexSet.parse(text, limit)).hasToString(expected);
  }

  @Test
  void readsBackWhatItWrites() {
    var random = new Random(7);
    for (int round = 0; round < 200; round++) {
      int[] indexes = random.ints(random.nextInt(30), 0, 40).toArray();
      IndexSet set = IndexSet.of(indexes);

      assertThat(IndexSet.parse(set.toString(), 40)).isEqualTo(set);
      var sorted = new TreeSet<Integer>();
      for (int index : indexes) {
        sorted.add(index);
      }
      assertThat(set.size()).isEqualTo(sorted.size());
    }
  }

  @Test
  void findsTheLowestMissingIndexes() {
    assertThat(IndexSet.of(0, 2, 3).firstMissing(7, 2)).containsExactly(1, 4);
    assertThat(IndexSet.of(0, 1).firstMissing(2, 2)).isEmpty();
  }
}
