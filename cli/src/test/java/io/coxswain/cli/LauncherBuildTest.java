package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script {@code coxswain}, in a small checkout with a Maven and a JDK that only record calls.
 */
final class LauncherBuildTest {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();
  private Path home;
  private Path source;

  @BeforeEach
  void createCheckout() throws IOException {
    home = Files.createDirectories(folder.resolve("a checkout"));
    source = home.resolve("cli/src/main/java/A.java");
    Files.createDirectories(source.getParent());
    Files.createDirectories(home.resolve("build"));
    Files.createDirectories(home.resolve("cli/src/main/launcher"));
    Files.writeString(source, "class A {}");
    Files.writeString(home.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>");
    Files.writeString(home.resolve("cli/pom.xml"), "<project/>");
    copy("coxswain");
    copy("cli/src/main/launcher/help.txt");
    script(home.resolve("coxswain"), Files.readString(home.resolve("coxswain")));
    script(
        folder.resolve("bin/mvn"),
        """
        #!/bin/sh
        echo built >>"%1$s/builds"
        if [ -f "%1$s/hang" ]; then
          echo "[INFO] Building coxswain-env 0.1.0 [1/2]"
          exec sleep 600
        fi
        mkdir -p cli/target/coxswain/lib
        echo jar >cli/target/coxswain/lib/coxswain-cli.jar
        """
            .formatted(folder));
    Path jdk = folder.resolve("jdk");
    script(jdk.resolve("bin/java"), "#!/bin/sh\nfor last; do :; done\necho \"ran $last\"\n");
    script(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
  }

  @AfterEach
  void stop() {
    started.forEach(Process::destroyForcibly);
  }

  private void copy(String name) throws IOException {
    Files.copy(REPOSITORY.resolve(name), home.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void script(Path path, String text) throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(home.resolve("coxswain").toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("COXSWAIN_NO_AOT", "1");
    builder.environment().remove("COXSWAIN_SKIP_BUILD");
    builder
        .environment()
        .merge("PATH", folder.resolve("bin").toString(), (old, own) -> own + ":" + old);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private String run(String... arguments) throws Exception {
    Process process = start(arguments);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private int builds() throws IOException {
    Path file = folder.resolve("builds");
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }

  /** A time that is after every file that has been written. */
  private static void touch(Path path) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(60)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "help", "help up", "up --help", "--version", "version"})
  void printsHelpAndVersionWithoutBuilding(String command) throws Exception {
    String output = run(command.split(" "));

    assertThat(output).contains(command.endsWith("version") ? "1.2.3" : "Usage: coxswain");
    assertThat(builds()).isZero();
  }

  @Test
  void printsHelpOfAnOldBuildWithoutBuildingAgain() throws Exception {
    run("up");
    Files.writeString(source, "class B {}");

    assertThat(run("up", "--help")).contains("ran --help");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void keepsTheBuildWhenOnlyTimesOfSourcesChange() throws Exception {
    assertThat(run("up")).contains("first use").contains("ran up");
    touch(source);
    touch(home.resolve("pom.xml"));

    assertThat(run("up")).isEqualTo("ran up\n");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void keepsTheBuildWhenASourceHasItsOldContentAgain() throws Exception {
    run("up");
    Files.writeString(source, "class B {}");
    Files.writeString(source, "class A {}");
    touch(source);

    assertThat(run("up")).isEqualTo("ran up\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"changed", "changed with its old time", "added", "deleted"})
  void buildsAgainWhenASourceIs(String change) throws Exception {
    Path other = Files.writeString(source.resolveSibling("Other.java"), "class Other {}");
    run("up");
    FileTime before = Files.getLastModifiedTime(source);
    switch (change) {
      case "changed" -> Files.writeString(source, "class B {}");
      case "changed with its old time" -> {
        Files.writeString(source, "class B {}");
        Files.setLastModifiedTime(source, before);
      }
      case "added" -> Files.writeString(source.resolveSibling("New.java"), "class New {}");
      default -> Files.delete(other);
    }

    assertThat(run("up")).contains("sources have changed").contains("ran up");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void takesABuildByMavenItself() throws Exception {
    run("up");
    Files.writeString(source, "class B {}");
    touch(home.resolve("cli/target/coxswain/lib/coxswain-cli.jar"));

    assertThat(run("up")).isEqualTo("ran up\n");
  }

  /** Not HUP: a shell cannot trap a signal that it was started to ignore, as with nohup. */
  @Test
  @Attack("a signal during the build")
  void passesSignalsToTheBuildAndReportsThem() throws Exception {
    Files.createFile(folder.resolve("hang"));
    Process process = start("up");
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); !line.contains("building ["); line = out.readLine()) {}
      List<ProcessHandle> children = process.descendants().toList();

      new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor();

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(out.lines()).anyMatch(line -> line.contains("stopped by SIGTERM"));
      for (ProcessHandle child : children) {
        child.onExit().get(60, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void reportsAFailedBuild() throws Exception {
    script(folder.resolve("bin/mvn"), "#!/bin/sh\necho '[ERROR] no compiler'\nexit 1\n");
    Process process = start("up");

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("[ERROR] no compiler")
        .contains("the build failed; see");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  /** The file that the script prints when nothing is built; regenerate it from this output. */
  @Test
  void helpWithoutABuildIsTheHelpOfTheProgram() throws IOException {
    assertThat(Files.readString(REPOSITORY.resolve("cli/src/main/launcher/help.txt")))
        .isEqualTo(Coxswain.commandLine().getUsageMessage());
  }
}
