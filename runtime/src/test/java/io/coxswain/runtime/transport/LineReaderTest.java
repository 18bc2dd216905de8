package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineReaderTest {

  @Test
  void endsAfterTheSpacesOfAnIdleWatch() throws Exception {
    LineReader reader = reader("{}\n  ");

    assertThat(reader.next()).isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
    assertThat(reader.next()).isNull();
  }

  @Test
  void rejectsAnIncompleteLine() {
    assertThatThrownBy(() -> reader(" {\"type\"").next())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in the middle of a line");
  }

  private static LineReader reader(String text) {
    return new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
