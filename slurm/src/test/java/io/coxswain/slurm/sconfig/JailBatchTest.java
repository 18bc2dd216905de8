package io.coxswain.slurm.sconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real disk. */
final class JailBatchTest {
  @TempDir Path jail;

  private Runnable whileWaiting = () -> {};
  private Duration slept = Duration.ZERO;
  private final Env env = env();

  /** The machine, with time that passes at once. */
  private Env env() {
    Env real = Env.production();
    var clock =
        new Clock() {
          @Override
          public Instant now() {
            return Instant.EPOCH.plus(slept);
          }

          @Override
          public long nanos() {
            return slept.toNanos();
          }

          @Override
          public void sleep(Duration duration) {
            whileWaiting.run();
            slept = slept.plus(duration);
          }
        };
    return new Env(
        clock, real.timers(), real.tasks(), real.entropy(), real.files(), real.exec(), real.api());
  }

  private static JailFile file(String text, int mode) {
    return new JailFile(text.getBytes(StandardCharsets.UTF_8), mode);
  }

  private List<String> names(String folder) throws IOException {
    try (var entries = Files.list(jail.resolve(folder))) {
      return entries.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @Scenario("soperator-checks-18")
  void oldReadersKeepTheOldFileForSixteenSeconds() throws Exception {
    Path target = jail.resolve("opt/run.sh");
    try (var first = new JailBatch(env, jail)) {
      first.replace("/opt/run.sh", file("old", 493));
      first.finish();
    }
    assertThat(slept).isZero();
    assertThat(Files.getPosixFilePermissions(target))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    Object inode = Files.getAttribute(target, "unix:ino");
    var seen = new boolean[1];
    whileWaiting =
        () -> {
          try {
            List<String> both = names("opt");
            assertThat(both).hasSize(2).contains("run.sh");
            Path aside = jail.resolve("opt").resolve(both.getLast());
            assertThat(both.getLast()).startsWith("run.sh-sconfigcontroller-");
            assertThat(Files.getAttribute(aside, "unix:ino")).isEqualTo(inode);
            assertThat(Files.readString(aside)).isEqualTo("old");
            assertThat(Files.readString(target)).isEqualTo("new");
            seen[0] = true;
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };

    try (var second = new JailBatch(env, jail)) {
      second.replace("/opt/run.sh", file("new", 493));
      second.finish();
    }

    assertThat(seen[0]).isTrue();
    assertThat(slept).isEqualTo(Duration.ofSeconds(16));
    assertThat(names("opt")).containsExactly("run.sh");
    assertThat(Files.readString(target)).isEqualTo("new");
    assertThat(env.files().mode(target)).isEqualTo(0755);
  }

  @Test
  @Scenario("soperator-checks-19")
  void aFailedWriteLeavesTheOldContentOfAllFiles() throws Exception {
    Files.writeString(jail.resolve("a.conf"), "old");
    Files.writeString(jail.resolve("blocked"), "a file where a directory should be");

    assertThatThrownBy(
            () -> {
              try (var batch = new JailBatch(env, jail)) {
                batch.replace("/a.conf", file("new", 0644));
                batch.replace("/created.conf", file("new", 0644));
                batch.replace("/blocked/b.conf", file("new", 0644));
                batch.finish();
              }
            })
        .isInstanceOf(IOException.class);

    assertThat(Files.readString(jail.resolve("a.conf"))).isEqualTo("old");
    assertThat(names("")).containsExactly("a.conf", "blocked");
  }

  @Test
  @Scenario("soperator-checks-20")
  void writesNothingThroughALinkOrOutOfTheJail() throws Exception {
    Path outside = Files.createTempDirectory("outside");
    Files.createSymbolicLink(jail.resolve("etc"), outside);
    Files.createSymbolicLink(jail.resolve("conf"), outside.resolve("conf"));

    for (String path : List.of("/etc/motd", "/conf", "/../x", "/a/../../x", "/a/./b", "/")) {
      try (var batch = new JailBatch(env, jail)) {
        assertThatThrownBy(() -> batch.replace(path, file("x", 0644)))
            .as(path)
            .isInstanceOf(IOException.class);
      }
    }

    assertThat(names("")).containsExactly("conf", "etc");
    try (var entries = Files.list(outside)) {
      assertThat(entries).isEmpty();
    }
    Files.delete(outside);
  }

  @Test
  void doesNotRewriteAnUnchangedFile() throws Exception {
    Files.writeString(jail.resolve("a"), "same");
    Files.setPosixFilePermissions(jail.resolve("a"), PosixFilePermissions.fromString("rw-r--r--"));
    Object inode = Files.getAttribute(jail.resolve("a"), "unix:ino");

    try (var batch = new JailBatch(env, jail)) {
      batch.replace("/a", file("same", 0644));
      batch.finish();
    }

    assertThat(Files.getAttribute(jail.resolve("a"), "unix:ino")).isEqualTo(inode);
    assertThat(slept).isZero();
  }

  @Test
  void removesTemporaryFilesOfAKilledPredecessor() throws Exception {
    Files.writeString(jail.resolve("a"), "same");
    Files.writeString(jail.resolve("a-sconfigcontroller-xyz"), "older");
    Files.writeString(jail.resolve("b-sconfigcontroller-xyz"), "not ours");

    try (var batch = new JailBatch(env, jail)) {
      batch.replace("/a", file("same", 0644));
      batch.finish();
    }

    assertThat(names("")).containsExactly("a", "b-sconfigcontroller-xyz");
    assertThat(slept).isEqualTo(JailBatch.WAIT);
  }
}
