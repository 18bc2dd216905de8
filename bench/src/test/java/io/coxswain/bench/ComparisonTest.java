package io.coxswain.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComparisonTest {
  private static final Measure CREATES = Measure.of("create", Measure.Unit.PER_SECOND).times(5);
  private static final Measure HEAP = Measure.of("heap", Measure.Unit.BYTES).times(3);
  private static final Measure START = Measure.of("start", Measure.Unit.SECONDS).atMost(1);

  private final Comparison comparison = new Comparison(new Progress());

  @Test
  void showsMediansSpreadsRatiosAndWhetherGoalsAreMet() {
    for (double value : new double[] {3_000, 1_000, 2_000}) {
      comparison.ours(CREATES, value);
    }
    comparison.theirs(CREATES, 500);
    comparison.ours(HEAP, 1_000);
    comparison.theirs(HEAP, 3_000);

    assertThat(cells("create"))
        .containsExactly("create", "2,000/s (1,000 to 3,000)", "500/s", "4.00", "5 x", "no");
    assertThat(cells("heap"))
        .containsExactly("heap", "1,000 bytes", "3,000 bytes", "3.00", "3 x", "yes");
    assertThat(comparison.table()).contains("Farthest from its goal: create, at 0.80 of it.");
  }

  @Test
  void aRatioIsNotShownWithoutTheOtherSideButAnAbsoluteGoalIs() {
    comparison.ours(CREATES, 2_000);
    comparison.ours(START, 0.9);
    comparison.remark("skipped: the others");

    assertThat(cells("create")).containsExactly("create", "2,000/s", "", "", "5 x", "not shown");
    assertThat(cells("start")).containsExactly("start", "0.90 s", "", "", "1.00 s", "yes");
    assertThat(comparison.table()).contains("skipped: the others");
  }

  private List<String> cells(String what) {
    String line =
        comparison
            .table()
            .lines()
            .filter(one -> one.startsWith("| " + what + " "))
            .findFirst()
            .orElseThrow();
    return List.of(line.substring(2, line.length() - 2).split("\\|")).stream()
        .map(String::strip)
        .toList();
  }

  @Test
  void writesOnlyBetweenTheMarksOfADocument(@TempDir Path folder) throws IOException {
    Path document = folder.resolve("performance.md");
    String frame = "# Before\n%s\n%s\n%s\nafter\n";
    Files.writeString(document, frame.formatted(MarkedPart.BEGIN, "old", MarkedPart.END));

    new MarkedPart(document).replace("new\n");

    assertThat(document).hasContent(frame.formatted(MarkedPart.BEGIN, "new", MarkedPart.END));
  }

  @Test
  void reportsWhichMarksADocumentLacks(@TempDir Path folder) throws IOException {
    Path document = Files.writeString(folder.resolve("performance.md"), "# Nothing\n");

    assertThatThrownBy(() -> new MarkedPart(document).check())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(MarkedPart.BEGIN)
        .hasMessageContaining("performance.md");
  }

  @Test
  void reportsMissingProgramsAndHowToInstallThem(@TempDir Path folder) throws IOException {
    Path etcd = Files.createFile(folder.resolve("etcd"));
    assertThat(etcd.toFile().setExecutable(true)).isTrue();

    assertThat(new GoPrograms(folder).absence("etcd")).isEmpty();
    assertThat(new GoPrograms(folder).absence("etcd", "kube-apiserver"))
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("no kube-apiserver in").contains("real-assets"));
  }
}
