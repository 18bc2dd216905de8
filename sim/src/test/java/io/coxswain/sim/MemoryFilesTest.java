package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class MemoryFilesTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void writesReadsListsAndDeletes() {
    Simulation.named("files")
        .script(
            world -> {
              var files = world.env().files();
              Path directory = Path.of("/var/pods");
              files.createDirectories(directory);
              files.write(directory.resolve("b"), bytes("two"));
              files.writeSecret(directory.resolve("a"), bytes("one"));
              files.createDirectories(directory.resolve("c/d"));

              assertThat(files.list(directory))
                  .containsExactly(
                      directory.resolve("a"), directory.resolve("b"), directory.resolve("c"));
              assertThat(files.read(directory.resolve("b"))).isEqualTo(bytes("two"));

              files.delete(directory);
              files.delete(directory);
              assertThat(files.exists(directory)).isFalse();
              assertThat(files.exists(directory.resolve("b"))).isFalse();
              assertThat(files.exists(Path.of("/var"))).isTrue();
            })
        .run(1);
  }

  @Test
  void openReaderSeesAppendedData() {
    Simulation.named("files")
        .script(
            world -> {
              var files = world.env().files();
              try (var out = files.append(Path.of("/log"));
                  var in = files.open(Path.of("/log"))) {
                out.write(bytes("one"));
                assertThat(in.readAllBytes()).isEqualTo(bytes("one"));
                out.write(bytes("two"));
                assertThat(in.readAllBytes()).isEqualTo(bytes("two"));
              }
            })
        .run(1);
  }

  @Test
  void failsWhereARealDiskFails() {
    Simulation.named("files")
        .script(
            world -> {
              var files = world.env().files();
              assertThatThrownBy(() -> files.write(Path.of("/none/a"), bytes("")))
                  .isInstanceOf(IOException.class);
              assertThatThrownBy(() -> files.read(Path.of("/none")))
                  .isInstanceOf(IOException.class);
              assertThatThrownBy(() -> files.list(Path.of("/none")))
                  .isInstanceOf(IOException.class);
            })
        .run(1);
  }
}
