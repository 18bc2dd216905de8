package io.coxswain.slurm.render.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.slurm.Partition;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.slurm.values.RenderedSlurmVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Numbers, lines and messages of the files. */
class ConfigTextTest {
  private static final Pattern REST = Pattern.compile("and (\\d+) more$");

  @Property(tries = 300)
  void thereIsRoomForTwiceTheWorkersAndNoMoreThanNeeded(
      @ForAll @IntRange(max = 100_000) int workers) {
    int most = SlurmConf.most(workers);

    assertThat(most).isGreaterThanOrEqualTo(Math.max(1024, 2 * workers));
    assertThat(Integer.bitCount(most)).isEqualTo(1);
    assertThat(most == 1024 || most / 2 < 2 * workers).isTrue();
  }

  @Property(tries = 200)
  void aReportFitsAndCountsWhatDoesNot(
      @ForAll @IntRange(min = 1, max = 60) int refs,
      @ForAll @IntRange(min = 40, max = 4000) int limit) {
    var partition = new Partition();
    partition.setName("p");
    partition.setNodeSetRefs(IntStream.range(0, refs).mapToObj(i -> "set-" + i).toList());
    NodeSetRefs report = NodeSetRefs.of(partition, List.of());

    String message = report.message(limit);

    assertThat(message.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(limit);
    var rest = REST.matcher(message);
    int counted = rest.find() ? Integer.parseInt(rest.group(1)) : 0;
    long named = message.isEmpty() ? 0 : List.of(message.split("; ", -1)).size();
    assertThat(named - (counted > 0 ? 1 : 0) + counted)
        .as("every ref, and the partition that is left without nodes")
        .isEqualTo(refs + 1);
  }

  @Test
  void aLineContinuesAfterABackslashAndEndsAtAComment() {
    List<ConfigLine> lines =
        ConfigLine.of("# c\nA=1 # B=2\n\nNodeName=x \\\n  CPUs=4\nC=\"a b=c\" D+=2");

    assertThat(lines)
        .containsExactly(
            new ConfigLine(2, "A=1", List.of("A")),
            new ConfigLine(4, "NodeName=x    CPUs=4", List.of("NodeName", "CPUs")),
            new ConfigLine(6, "C=\"a b=c\" D+=2", List.of("C", "D")));
  }

  @Test
  void everyReleaseKnowsWhatTheOneBeforeItKnewUnlessItWasDropped() {
    assertThat(knows(RenderedSlurmVersion.V22_05, "slurm.conf", "SlurmctldPlugstack")).isTrue();
    assertThat(knows(RenderedSlurmVersion.V23_02, "slurm.conf", "SlurmctldPlugstack")).isFalse();
    assertThat(knows(RenderedSlurmVersion.V25_05, "slurm.conf", "MetricsType")).isFalse();
    assertThat(knows(RenderedSlurmVersion.V25_11, "slurm.conf", "metricstype")).isTrue();
    assertThat(knows(RenderedSlurmVersion.V22_05, "cgroup.conf", "EnableControllers")).isFalse();
    assertThat(knows(RenderedSlurmVersion.V23_02, "cgroup.conf", "EnableControllers")).isTrue();
    assertThat(knows(RenderedSlurmVersion.V26_05, "slurmdbd.conf", "ArchiveJobEnv")).isTrue();
    assertThat(knows(RenderedSlurmVersion.V26_05, "node", "NoSuch")).isFalse();
  }

  private static boolean knows(RenderedSlurmVersion version, String file, String option) {
    return new SlurmOptions(version).knows(file, option);
  }
}
