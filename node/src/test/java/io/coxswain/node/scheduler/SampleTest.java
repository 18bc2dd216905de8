package io.coxswain.node.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void looksForAsManyAsKubeScheduler() {
    assertThat(IntStream.of(5, 99, 100, 250, 1_000, 5_000, 6_000, 20_000).map(Sample::enough))
        .containsExactly(5, 99, 100, 120, 420, 500, 300, 1_000);
  }

  @Test
  void aSearchBeginsWhereTheOneBeforeEnded() {
    List<Host> hosts = hosts(1_000);
    var seen = new ArrayList<String>();
    int start = 0;
    for (int search = 0; search < 3; search++) {
      var sample = new Sample(hosts, start);
      for (int found = 0; sample.hasMore(found); found++) {
        seen.add(sample.next().name());
      }
      start = sample.end();
    }

    assertThat(seen).hasSize(3 * 420);
    assertThat(new TreeSet<>(seen)).hasSize(1_000);
  }

  @Test
  void aSearchThatFindsTooFewSeesAllOnce() {
    var sample = new Sample(hosts(300), 299);
    var seen = new ArrayList<String>();
    while (sample.hasMore(0)) {
      seen.add(sample.next().name());
    }

    assertThat(seen).hasSize(300).doesNotHaveDuplicates();
  }

  private static List<Host> hosts(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Host(
                    new NodeBuilder()
                        .withNewMetadata()
                        .withName("n-" + i)
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .build()))
        .toList();
  }
}
