package io.coxswain.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Progress that is read from the output of programs which do not report it. */
final class LogProgressTest {
  private final LogProgress log = new LogProgress();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "loss=0.12; -1; loss 0.12",
        "Loss: 1.5e-3; -1; loss 1.5e-3",
        "train_loss = .5 lr=3e-4; -1; train_loss .5  lr 3e-4",
        "loss: tensor(0.25, grad_fn=<MeanBackward0>); -1; loss 0.25",
        "{'loss': 0.12, 'learning_rate': 5e-05, 'epoch': 1.5}; -1; loss 0.12  learning_rate 5e-05  epoch 1.5",
        "{'loss': '0.12', 'epoch': '1.5'}; -1; loss 0.12  epoch 1.5",
        "{\"loss\": 0.12, \"accuracy\": 0.9}; -1; loss 0.12  accuracy 0.9",
        "train/loss: 2.0; -1; train/loss 2.0",
        "epoch  2/20  loss 0.7311  accuracy 0.720; 10; loss 0.7311  accuracy 0.720",
        "step 3/10; 30; ``",
        "Step [3/10], Loss: 0.5; 30; loss 0.5",
        "Epoch 3 of 10; 30; ``",
        "iteration 999/1000 loss=nan; 99; loss nan",
        " 30%|###       | 3/10 [00:01<00:04,  2.00it/s, loss=0.5]; 30; loss 0.5",
        "training:  55%|█████▌    | 5.5k/10.0k [1:00<0:50,  2.00it/s]; 55; ``",
        "at \u001b[32mloss=0.12\u001b[0m; -1; loss 0.12",
      })
  void reads(String line, int percent, String metrics) {
    Progress progress = read(line).getFirst();

    assertThat(progress.percent().orElse(-1)).isEqualTo(percent);
    assertThat(progress.describeMetrics()).isEqualTo(metrics);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "loading shard 3/10",
        "glossary=3",
        "loss of signal",
        "lossless=1",
        "path /data/acc-3.bin",
        "steps 3/0",
        "Downloading model:  30%|###       | 3/10 [00:01<00:04,  2.00it/s]",
        "2026-01-02 step",
        "loss=0.1.2"
      })
  void ignores(String line) {
    assertThat(read(line)).isEmpty();
  }

  @Test
  void readsTheTimeLeftFromABar() {
    assertThat(read(" 30%|###   | 3/10 [00:01<01:02:03,  2.00it/s]").getFirst().remainingSeconds())
        .hasValue(3723);
    assertThat(read(" 40%|####  | 4/10 [00:01<?, ?it/s]").getFirst().remainingSeconds()).isEmpty();
  }

  @Test
  void readsEachStateOfALineThatOverwritesItself() {
    List<Progress> states =
        read(
            "\r 10%|#     | 1/10 [00:01<00:04,  2.00it/s, loss=3]\r 20%|##    | 2/10 [00:01<00:04,  2.00it/s, loss=2]");

    assertThat(states)
        .extracting(Progress::lossValue)
        .extracting(v -> v.orElse(0))
        .containsExactly(3.0, 2.0);
  }

  @Test
  void countsStepsThroughTheTraining() {
    assertThat(percents("epoch 1/2 step 10/100", "epoch 1/2 step 50/100", "epoch 2/2 step 75/100"))
        .containsExactly(10, 50, 75);
  }

  @Test
  void countsStepsWithinEachEpoch() {
    assertThat(
            percents("epoch 1/2 step 90/100", "epoch 2/2", "epoch 2/2 step 10/100", "step 100/100"))
        .containsExactly(45, 55, 100);
  }

  @Test
  void countsBarsWithinTheirEpoch() {
    assertThat(percents("Epoch 3/10:  50%|###   | 3/6 [00:01<00:04,  2.00it/s]"))
        .containsExactly(25);
  }

  @Test
  void reportsAPercentageOnce() {
    assertThat(percents("step 1/1000", "step 2/1000", "step 11/1000")).containsExactly(0, 1);
  }

  @Test
  void listensToTheFirstNodeOnly() {
    assertThat(log.read("node-0-1", "loss=1", Instant.EPOCH)).hasSize(1);
    assertThat(log.read("node-0-0", "loss=1", Instant.EPOCH)).hasSize(1);
    assertThat(log.read("node-0-1", "loss=1", Instant.EPOCH)).isEmpty();
  }

  @Test
  @Attack("a line of output that is long or full of numbers")
  void readsAtMostTheBeginningOfALongLine() {
    assertThat(read("x".repeat(60_000) + " loss=1")).isEmpty();
    assertThat(read("loss=1 ".repeat(9_000))).hasSize(1);
    assertThat(read("a_loss=1 ".repeat(9_000)).getFirst().metrics()).hasSize(1);
    assertThat(read("epoch 999999999/999999999999999").isEmpty()).isFalse();
    assertThat(read("loss=" + "9".repeat(1_000))).isEmpty();
    assertThat(read("\r".repeat(60_000))).isEmpty();
  }

  private List<Progress> read(String line) {
    return log.read("node-0-0", line, Instant.EPOCH);
  }

  private List<Integer> percents(String... lines) {
    var percents = new ArrayList<Integer>();
    for (String line : lines) {
      read(line).forEach(progress -> percents.add(progress.percent().orElse(-1)));
    }
    return percents;
  }
}
