package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options that the {@code coxswain} script gives to the JVM. */
final class LauncherTest {
  private static final Path SCRIPT =
      Path.of(System.getProperty("coxswain.root", "..")).toAbsolutePath().resolve("coxswain");

  @TempDir Path folder;

  /** A copy of the script with a JDK that prints its arguments. */
  @BeforeEach
  void install() throws IOException {
    Files.copy(SCRIPT, folder.resolve("coxswain"));
    Path library = Files.createDirectories(folder.resolve("cli/target/coxswain/lib"));
    Files.createFile(library.resolve("coxswain-cli.jar"));
    Path jdk = folder.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
    for (String program : List.of("java", "javac")) {
      Path file = jdk.resolve("bin").resolve(program);
      Files.writeString(file, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private record Run(int code, List<String> output) {}

  private Run run(String options) throws Exception {
    var builder =
        new ProcessBuilder("sh", folder.resolve("coxswain").toString(), "version")
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("COXSWAIN_SKIP_BUILD", "1");
    builder.environment().put("COXSWAIN_NO_AOT", "1");
    builder.environment().put("COXSWAIN_JAVA_OPTIONS", options);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    Process process = builder.start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Run(process.waitFor(), List.of(output.split("\n")));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "-Xmx64m,              64, 16, 16",
    "-Xmx400m,             80, 48, 100",
    "-Xmx1g,               80, 48, 256",
    "-Xmx8g,               80, 48, 400",
    "-XX:MaxHeapSize=400m, 80, 48, 100",
    "-XX:MaxRAM=512m,      80, 48, 64",
    "-XX:MaxRAM=256m,      80, 32, 32",
  })
  @Attack("a heap smaller than the young generation that the launcher asks for")
  void sizesTheGenerationsToFitTheHeap(String options, int heap, int young, int largestYoung)
      throws Exception {
    Run run = run(options);

    assertThat(run.code()).isZero();
    assertThat(run.output())
        .contains(
            "-Xms" + heap + "m",
            "-XX:NewSize=" + young + "m",
            "-XX:MaxNewSize=" + largestYoung + "m",
            "-XX:+ExitOnOutOfMemoryError",
            options);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"-Xmx40m, 40", "-Xmx40960k, 40", "-XX:MaxRAM=100m, 50"})
  void rejectsAHeapThatIsTooSmallInOneLine(String options, int heap) throws Exception {
    Run run = run(options);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.output())
        .containsExactly(
            "coxswain: needs a heap of at least 64 MiB and has "
                + heap
                + " MiB: give -Xmx64m or more in COXSWAIN_JAVA_OPTIONS, or 128 MiB of memory or"
                + " more to the container.");
  }

  @Test
  void leavesTheHeapToTheJvmOnALargeMachine() throws Exception {
    Run run = run("-XX:MaxRAM=16g");

    assertThat(run.output()).contains("-Xms80m", "-XX:NewSize=48m", "-XX:MaxNewSize=400m");
    assertThat(run.output()).noneMatch(option -> option.contains("RAMPercentage"));
  }
}
