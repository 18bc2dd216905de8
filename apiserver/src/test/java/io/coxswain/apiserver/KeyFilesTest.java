package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server makes of key files that are not as it left them. */
final class KeyFilesTest {
  private final Env env = Env.production();

  @TempDir Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Path file(String name) {
    return data().resolve(name);
  }

  private ApiServer open() throws IOException {
    return ApiServer.open(env, ApiServerOptions.plain(), data());
  }

  /** Starts as far as the keys matter: with the certificates of the HTTPS front. */
  private void start() throws IOException {
    try (ApiServer server = open()) {
      var _ = HttpsServer.prepare(env, server.secrets());
    }
  }

  private void replace(String name, byte[] content) throws IOException {
    Files.write(file(name), content);
  }

  // ---- the seed of the key that signs tokens

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 31, 33})
  @Attack("sign tokens with the key of an empty or short seed")
  void aSeedOfAWrongLengthIsRejected(int length) throws Exception {
    start();
    replace("sa.seed", new byte[length]);

    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file("sa.seed") + " has " + length + " bytes and must have 32")
        .hasMessageContaining("restore it from a backup");
  }

  @Test
  @Attack("delete the seed, so that all tokens become invalid")
  void aMissingSeedIsRejectedWhenThereAreObjects() throws Exception {
    start();
    Files.delete(file("sa.seed"));

    assertThatThrownBy(this::open)
        .hasMessageStartingWith(
            file("sa.seed") + " does not exist, but the data directory holds objects");
    assertThat(file("sa.seed")).doesNotExist();
  }

  @Test
  void aRejectedStartLeavesTheDirectoryFree() throws Exception {
    start();
    byte[] seed = Files.readAllBytes(file("sa.seed"));
    replace("sa.seed", new byte[0]);
    assertThatThrownBy(this::open).isInstanceOf(IOException.class);

    replace("sa.seed", seed);
    start();
  }

  // ---- the certificate authority

  @ParameterizedTest
  @ValueSource(strings = {"ca.key", "ca.crt"})
  @Attack("delete one half of the certificate authority")
  void aCaWithoutItsKeyIsRejected(String missing) throws Exception {
    start();
    Files.delete(file(missing));

    assertThatThrownBy(this::start)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file(missing) + " does not exist, but ")
        .hasMessageContaining("restore it from a backup");
    assertThat(file(missing)).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ca.key", "ca.crt"})
  @Attack("replace a half of the certificate authority by garbage")
  void garbageIsRejected(String name) throws Exception {
    start();
    for (String garbage : List.of("", "garbage", "-----BEGIN PRIVATE KEY-----\nAAAA\n")) {
      replace(name, garbage.getBytes(StandardCharsets.UTF_8));

      assertThatThrownBy(this::start)
          .as("'%s'", garbage)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file(name) + " is not a PEM file with a ");
    }
  }

  @Test
  @Attack("replace the certificate of the authority by that of another one")
  void aPairThatDoesNotMatchIsRejected() throws Exception {
    start();
    Path other = folder.resolve("other");
    try (ApiServer server = ApiServer.open(env, ApiServerOptions.plain(), other)) {
      var _ = HttpsServer.prepare(env, server.secrets());
    }
    replace("ca.crt", Files.readAllBytes(other.resolve("ca.crt")));

    assertThatThrownBy(this::start)
        .hasMessageStartingWith(
            file("ca.crt") + " does not belong to the key in " + file("ca.key"));
  }

  @Test
  void aPairThatACrashLeftHalfWrittenIsCompleted() throws Exception {
    Files.createDirectories(data());
    var files = new SecretFiles(env.files(), data());
    var made = new TreeMap<String, byte[]>();
    made.put("ca.crt", new byte[] {1});
    made.put("ca.key", new byte[] {2});
    files.keep(List.of("ca.crt", "ca.key"), () -> made);
    // As it is between the two files.
    Files.delete(file("ca.key"));
    env.files().writeDurableSecret(file("keys.new"), SecretFiles.encode(made));

    var found =
        files.keep(
            List.of("ca.crt", "ca.key"),
            () -> {
              throw new IOException("there are some");
            });

    assertThat(found).containsEntry("ca.key", new byte[] {2});
    assertThat(file("keys.new")).doesNotExist();
  }

  // ---- permissions

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw--w----", "rw----r--", "rw-rw----"})
  @Attack("read a key that everyone may read")
  void keysThatOthersCanReadOrChangeAreRejected(String mode) throws Exception {
    start();
    Files.setPosixFilePermissions(file("ca.key"), PosixFilePermissions.fromString(mode));

    assertThatThrownBy(this::start)
        .hasMessageContaining("run: chmod 600 " + file("ca.key"))
        .hasMessageStartingWith(file("ca.key") + " has mode 06");
  }

  @Test
  void keyFilesAreReadableOnlyByTheirOwner() throws Exception {
    start();

    for (String name : List.of("ca.key", "ca.crt", "sa.seed")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(name))))
          .isEqualTo("rw-------");
    }
  }
}
