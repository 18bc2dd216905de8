package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskFilesTest {
  private final Files files = new DiskFiles();

  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void replacesTheContentAtomicallyAndLeavesNoTemporaryFiles() throws IOException {
    Path file = folder.resolve("config");

    files.write(file, bytes("a long first version"));
    files.write(file, bytes("second"));

    assertThat(files.read(file)).isEqualTo(bytes("second"));
    assertThat(files.list(folder)).containsExactly(file);
  }

  @Test
  void writesSecretsReadableByTheOwnerOnly() throws IOException {
    Path key = folder.resolve("key");
    Path plain = folder.resolve("plain");

    files.writeSecret(key, bytes("secret"));
    files.write(plain, bytes("public"));

    assertThat(mode(key)).isEqualTo("rw-------");
    assertThat(mode(plain)).startsWith("rw-r");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(java.nio.file.Files.getPosixFilePermissions(file));
  }

  @Test
  void openReaderSeesAppendedData() throws IOException {
    Path log = folder.resolve("log");
    try (var out = files.append(log);
        var in = files.open(log)) {
      out.write(bytes("one"));
      assertThat(in.readNBytes(3)).isEqualTo(bytes("one"));
      assertThat(in.read()).isEqualTo(-1);
      out.write(bytes("two"));
      assertThat(in.readNBytes(3)).isEqualTo(bytes("two"));
    }
    try (var again = files.append(log)) {
      again.write(bytes("!"));
    }
    assertThat(files.read(log)).isEqualTo(bytes("onetwo!"));
  }

  @Test
  void deletesDirectoriesRecursivelyAndIgnoresMissingOnes() throws IOException {
    Path deep = folder.resolve("a/b/c");
    files.createDirectories(deep);
    files.createDirectories(deep);
    files.write(deep.resolve("file"), bytes("x"));

    files.delete(folder.resolve("a"));
    files.delete(folder.resolve("a"));

    assertThat(files.exists(folder.resolve("a"))).isFalse();
    assertThat(files.exists(folder)).isTrue();
  }

  @Test
  void listsSortedByName() throws IOException {
    for (String name : new String[] {"c", "a", "b"}) {
      files.write(folder.resolve(name), bytes(name));
    }

    assertThat(files.list(folder))
        .containsExactly(folder.resolve("a"), folder.resolve("b"), folder.resolve("c"));
  }

  @Test
  void failsOnMissingFiles() {
    assertThatThrownBy(() -> files.read(folder.resolve("none"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> files.write(folder.resolve("none/file"), bytes("x")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void journalAppendsAtItsEndAndCanBeTruncated() throws IOException {
    Path file = folder.resolve("journal");
    try (Journal journal = files.journal(file)) {
      journal.append(bytes("one two"), 0, 7);
      journal.sync();
      journal.truncate(3);
    }
    try (Journal journal = files.journal(file)) {
      journal.append(bytes(" three"), 0, 6);
      journal.sync();
      assertThat(journal.size()).isEqualTo(9);
    }

    assertThat(files.read(file)).isEqualTo(bytes("one three"));
    assertThat(mode(file)).isEqualTo("rw-------");
  }

  @Test
  void lockHasOneHolderUntilItIsClosed() throws IOException {
    Path file = folder.resolve("lock");
    var held = files.lock(file).orElseThrow();

    assertThat(files.lock(file)).isEmpty();
    held.close();
    files.lock(file).orElseThrow().close();
  }

  @Test
  void renameReplacesAnExistingFile() throws IOException {
    Path from = folder.resolve("new");
    Path to = folder.resolve("old");
    files.write(from, bytes("new"));
    files.write(to, bytes("old"));

    files.rename(from, to);

    assertThat(files.read(to)).isEqualTo(bytes("new"));
    assertThat(files.exists(from)).isFalse();
  }

  @Test
  void createsSecretDirectoriesAccessibleByTheOwnerOnly() throws IOException {
    files.createSecretDirectories(folder.resolve("deep/secret"));

    assertThat(mode(folder.resolve("deep/secret"))).isEqualTo("rwx------");
  }

  @Test
  void createsFilesWithPermissionsOnlyIfTheyDoNotExist() throws IOException {
    Path file = folder.resolve("run.sh");

    files.create(file, bytes("echo"), 0755);

    assertThat(files.mode(file)).isEqualTo(0755);
    assertThat(java.nio.file.Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(() -> files.create(file, bytes("other"), 0600))
        .isInstanceOf(IOException.class);
    assertThat(files.read(file)).isEqualTo(bytes("echo"));
  }

  @Test
  void swapExchangesFilesAndKeepsOpenReadersValid() throws IOException {
    Path target = folder.resolve("slurm.conf");
    Path fresh = folder.resolve("slurm.conf-new");
    files.create(target, bytes("old"), 0644);
    files.create(fresh, bytes("new"), 0600);
    Object inode = java.nio.file.Files.getAttribute(fresh, "unix:ino");

    try (var reader = files.open(target)) {
      assertThat(files.swap(fresh, target)).isEqualTo(Files.Swap.EXCHANGED);
      assertThat(reader.readAllBytes()).isEqualTo(bytes("old"));
    }

    assertThat(files.read(target)).isEqualTo(bytes("new"));
    assertThat(files.mode(target)).isEqualTo(0600);
    assertThat(java.nio.file.Files.getAttribute(target, "unix:ino")).isEqualTo(inode);
    assertThat(files.read(fresh)).isEqualTo(bytes("old"));
  }

  @Test
  void swapCreatesTheTargetIfItDoesNotExist() throws IOException {
    Path fresh = folder.resolve("a-new");
    files.create(fresh, bytes("new"), 0644);

    assertThat(files.swap(fresh, folder.resolve("a"))).isEqualTo(Files.Swap.CREATED);

    assertThat(files.list(folder)).containsExactly(folder.resolve("a"));
  }

  @Test
  void failsToSwapIntoAMissingDirectory() throws IOException {
    Path fresh = folder.resolve("a-new");
    files.create(fresh, bytes("new"), 0644);

    assertThatThrownBy(() -> files.swap(fresh, folder.resolve("no/a")))
        .isInstanceOf(IOException.class);
    assertThat(files.exists(fresh)).isTrue();
  }

  @Test
  void detectsSymbolicLinks() throws IOException {
    Path link = folder.resolve("link");
    java.nio.file.Files.createSymbolicLink(link, folder.resolve("nowhere"));

    assertThat(files.isLink(link)).isTrue();
    assertThat(files.isLink(folder)).isFalse();
  }
}
