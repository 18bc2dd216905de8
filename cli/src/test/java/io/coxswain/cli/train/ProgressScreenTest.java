package io.coxswain.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.Metric;
import io.coxswain.cli.train.Report.Node;
import io.coxswain.cli.train.Report.Phase;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ProgressScreenTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Terminal.Size SMALL = new Terminal.Size(80, 10);

  private final ProgressScreen board = new ProgressScreen(new Style(false, false), 0);

  @Test
  void showsPhasesProgressMetricsTimeLeftAndRestarts() {
    board.node(new Node("job", "node-0-0", Phase.RUNNING, "", 0));
    board.node(new Node("job", "node-0-1", Phase.WAITING, "", 1));
    board.job("job").progress(progress(10, "0.9"), 5 * SECOND);
    board.job("job").progress(progress(40, "0.5"), 11 * SECOND);

    assertThat(board.lines(12 * SECOND, SMALL))
        .containsExactly(
            "job  running  12 s  1/2 nodes running  1 restart",
            "##########----------------  40 %  about 11 s left  loss 0.5",
            "node-0-0 running  node-0-1 waiting (restart 1)  ");
  }

  @Test
  void reportsThatATrainingIsFinishingOnceAllItsNodesAreDone() {
    board.node(new Node("job", "node-0-0", Phase.SUCCEEDED, "", 0));
    board.node(new Node("job", "node-0-1", Phase.RUNNING, "", 0));
    board.job("job");
    assertThat(board.lines(SECOND, SMALL))
        .first()
        .isEqualTo("job  running  1 s  1/2 nodes running");

    board.node(new Node("job", "node-0-1", Phase.SUCCEEDED, "", 0));

    assertThat(board.lines(2 * SECOND, SMALL))
        .first()
        .isEqualTo("job  finishing  2 s  all 2 nodes are done");
  }

  @Test
  void usesTheEstimateOfTheProgram() {
    var said = new Progress("", OptionalInt.of(1), OptionalInt.of(7300), List.of(metric("x", "1")));
    board.job("job").progress(said, 5 * SECOND);

    assertThat(board.lines(105 * SECOND, SMALL)).anyMatch(l -> l.contains("about 2 h 00 min left"));
  }

  @Test
  void countsNodesThatAreTooManyToName() {
    for (int i = 0; i < 64; i++) {
      board.node(new Node("job", "node-0-" + i, i < 60 ? Phase.RUNNING : Phase.WAITING, "", 0));
    }

    assertThat(board.lines(0, SMALL))
        .last()
        .asString()
        .contains("4 waiting")
        .contains("60 running");
  }

  @Test
  void drawsTheLossWhereThereIsRoomAndCutsLinesWhereThereIsNot() {
    board.job("a-training-with-a-long-name").progress(progress(1, "2.0"), 0);
    board.job("a-training-with-a-long-name").progress(progress(2, "1.0"), SECOND);

    assertThat(board.lines(SECOND, new Terminal.Size(60, 40))).hasSize(2 + 6);
    assertThat(board.lines(SECOND, new Terminal.Size(20, 40)))
        .hasSize(2)
        .allMatch(line -> line.length() <= 20);
  }

  private static Progress progress(int percent, String loss) {
    return new Progress(
        "", OptionalInt.of(percent), OptionalInt.empty(), List.of(metric("loss", loss)));
  }

  private static Metric metric(String name, String value) {
    var metric = new Metric();
    metric.setName(name);
    metric.setValue(value);
    return metric;
  }
}
