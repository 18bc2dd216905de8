package io.coxswain.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LogReaderTest {
  private static final String T1 = "2026-01-01T00:00:01.5Z ";
  private static final String T2 = "2026-01-01T00:00:02.25+00:00 ";

  private final LogPosition position = new LogPosition();
  private final List<String> lines = new ArrayList<>();

  @Test
  void readsLinesThatArriveInPieces() throws Exception {
    read(T1 + "on", "e\n" + T2, "two\n");

    assertThat(lines).containsExactly("one", "two");
  }

  @Test
  void takesEachLineOnceHoweverOftenItIsRead() throws Exception {
    read(T1 + "a\n" + T1 + "b\n");
    read(T1 + "a\n" + T1 + "b\n" + T1 + "c\n" + T2 + "d\n");
    read(T2 + "d\n" + T2 + "e");

    assertThat(lines).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void keepsTheLastStateOfALineThatWasWrittenOver() {
    assertThat(LiveReport.clean("10 %\r 50 %\r100 %\r")).isEqualTo("100 %");
    assertThat(LiveReport.clean("\u001b[2K\u001b[31mred\u001b[0m\u001b[3A\u0007"))
        .isEqualTo("\u001b[31mred\u001b[0m");
  }

  private void read(String... pieces) throws Exception {
    new LogReader(position, lines::add).read(new Pieces(new ArrayList<>(List.of(pieces))));
  }

  private record Pieces(List<String> left) implements ApiStream {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public ApiResponse errorResponse() {
      throw new IllegalStateException("not refused");
    }

    @Override
    public byte @Nullable [] next() {
      return left.isEmpty() ? null : left.removeFirst().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {}
  }
}
