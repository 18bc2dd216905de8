package io.coxswain.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page shows the program that is compiled and run here, and no other. */
class TutorialPageTest {
  private static final Path PAGE = Path.of("../docs/tutorial.md");
  private static final Pattern QUOTE =
      Pattern.compile(
          "^`(tutorial/src/\\S+\\.java)`.*?\n\n```java\n(.*?)```",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final int MAX_LINES = 120;

  @Test
  void quotesTheSourcesAsTheyAre() throws IOException {
    var quoted = new TreeMap<String, String>();
    var matcher = QUOTE.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      quoted.merge(matcher.group(1), matcher.group(2), (one, more) -> one + "\n" + more);
    }

    assertThat(quoted).hasSize(3);
    for (var quote : quoted.entrySet()) {
      assertThat(lines(quote.getValue()))
          .as(quote.getKey())
          .isEqualTo(lines(Files.readString(Path.of("..", quote.getKey()))));
    }
    assertThat(quoted.values().stream().mapToInt(TutorialPageTest::linesToRead).sum())
        .as("lines of Java without imports")
        .isLessThan(MAX_LINES + 1);
  }

  private static List<String> lines(String source) {
    return Stream.of(source.split("\n")).filter(line -> !line.isBlank()).toList();
  }

  private static int linesToRead(String source) {
    return (int)
        lines(source).stream()
            .filter(line -> !line.startsWith("import ") && !line.startsWith("package "))
            .count();
  }
}
