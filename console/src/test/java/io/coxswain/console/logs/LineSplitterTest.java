package io.coxswain.console.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  private final LineSplitter splitter = new LineSplitter();
  private final List<String> lines = new ArrayList<>();
  private final List<Boolean> cuts = new ArrayList<>();

  private void add(String text) {
    splitter.add(text.getBytes(StandardCharsets.UTF_8), this::line);
  }

  private void line(String text, boolean cut) {
    lines.add(text);
    cuts.add(cut);
  }

  @Test
  void joinsWhatArrivesInPieces() {
    byte[] bytes = "one\r\nz\u00fcei\nrest".getBytes(StandardCharsets.UTF_8);
    for (byte each : bytes) {
      splitter.add(new byte[] {each}, this::line);
    }
    splitter.end(this::line);

    assertThat(lines).containsExactly("one", "z\u00fcei", "rest");
  }

  @Test
  @Attack("a container that writes without ever ending its line")
  void aLongLineIsCutAndTheNextIsComplete() {
    for (int i = 0; i < 100; i++) {
      add("x".repeat(1000));
    }
    add("\nnext\n");

    assertThat(lines.getFirst()).hasSize(LineSplitter.MAX_LENGTH);
    assertThat(lines.getLast()).isEqualTo("next");
    assertThat(cuts).containsExactly(true, false);
  }
}
