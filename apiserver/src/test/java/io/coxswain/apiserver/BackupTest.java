package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.store.Backup;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of a running server, and data directories made of them. */
final class BackupTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final long BUMP = 1_000_000_000;

  private final Env env = Env.production();

  @TempDir Path folder;

  private ApiServer open(String directory) throws IOException {
    return ApiServer.open(env, ApiServerOptions.plain(), folder.resolve(directory));
  }

  private static ApiTransport administrator(ApiServer server) {
    return server.transport("admin", List.of("system:masters"));
  }

  private static void create(ApiServer server, String name) throws IOException {
    byte[] body = ("{\"metadata\":{\"name\":\"" + name + "\"}}").getBytes(StandardCharsets.UTF_8);
    assertThat(
            administrator(server)
                .call(ApiRequest.of("POST", MAPS).body("application/json", body))
                .status())
        .isEqualTo(201);
  }

  private static int status(ApiServer server, String name) throws IOException {
    return administrator(server).call(ApiRequest.get(MAPS + "/" + name)).status();
  }

  /** What the server sends, with a write in the middle of it. */
  private Path save(ApiServer server) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (ApiStream stream = administrator(server).open(ApiRequest.of("POST", "/snapshot"))) {
      assertThat(stream.status()).isEqualTo(200);
      for (byte[] piece = stream.next(); piece != null; piece = stream.next()) {
        if (bytes.size() == 0) {
          create(server, "late");
        }
        bytes.writeBytes(piece);
      }
    }
    Path file = folder.resolve("backup");
    Files.write(file, bytes.toByteArray());
    return file;
  }

  private Path saved() throws IOException {
    try (ApiServer server = open("data")) {
      var _ = HttpsServer.prepare(env, server.secrets());
      create(server, "kept");
      return save(server);
    }
  }

  @Test
  void aDirectoryMadeOfASnapshotHoldsOneRevisionAndTheKeys() throws Exception {
    Path file = saved();
    Path restored = folder.resolve("restored");

    Backup.Summary summary = Backup.restore(env, file, restored, BUMP, _ -> {});

    assertThat(summary.keys())
        .containsExactly("ca.crt", "ca.key", "front-proxy-ca.crt", "front-proxy-ca.key", "sa.seed");
    for (String key : summary.keys()) {
      assertThat(restored.resolve(key)).hasSameBinaryContentAs(folder.resolve("data/" + key));
    }
    try (ApiServer server = open("restored")) {
      assertThat(status(server, "kept")).isEqualTo(200);
      assertThat(status(server, "late")).isEqualTo(404);
      assertThat(server.revision()).isGreaterThanOrEqualTo(summary.revision() + BUMP);
      create(server, "new");
    }
    try (ApiServer server = open("restored")) {
      assertThat(status(server, "new")).isEqualTo(200);
    }
  }

  /** A client that was ahead of the snapshot would otherwise miss what happens next. */
  @Test
  void aWatchFromARevisionBeforeTheRestoreMustRelist() throws Exception {
    Path file = saved();
    long seen = Backup.check(env.files(), file, _ -> {}).revision() + 5;
    Backup.restore(env, file, folder.resolve("restored"), BUMP, _ -> {});

    try (ApiServer server = open("restored")) {
      var response =
          administrator(server)
              .call(
                  ApiRequest.get(MAPS)
                      .with("resourceVersion", Long.toString(seen))
                      .with("resourceVersionMatch", "Exact"));
      assertThat(response.status()).isEqualTo(410);
    }
  }

  @Test
  @Attack("restore over existing data")
  void aDirectoryThatIsNotEmptyIsRejected() throws Exception {
    Path file = saved();

    assertThatThrownBy(() -> Backup.restore(env, file, folder.resolve("data"), BUMP, _ -> {}))
        .hasMessageStartingWith(folder.resolve("data") + " is not empty");
  }

  @Test
  @Attack("restore a snapshot that was cut or changed")
  void anIncompleteSnapshotIsRejected() throws Exception {
    Path file = saved();
    byte[] whole = Files.readAllBytes(file);
    for (int cut = 0; cut < whole.length; cut += 1 + whole.length / 97) {
      Files.write(file, Arrays.copyOf(whole, cut));
      assertRejected(file);
    }
    for (int at = 0; at < whole.length; at += 1 + whole.length / 97) {
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      assertRejected(file);
    }
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));
    assertRejected(file);
  }

  private void assertRejected(Path file) {
    Path target = folder.resolve("never");
    assertThatThrownBy(() -> Backup.restore(env, file, target, BUMP, _ -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot use the snapshot " + file + ": ");
    assertThat(target).doesNotExist();
  }

  @Test
  @Attack("start a server with a directory whose restore was interrupted")
  void aDirectoryThatWasNotRestoredCompletelyIsRejected() throws Exception {
    Backup.restore(env, saved(), folder.resolve("restored"), BUMP, _ -> {});
    Files.delete(folder.resolve("restored/acknowledged"));

    assertThatThrownBy(() -> open("restored")).hasMessageContaining("acknowledged does not exist");
  }

  @Test
  @Attack("fetch all keys as a user who may read all paths")
  void aSnapshotRequiresPermissionToPostToItsPath() throws Exception {
    try (ApiServer server = open("data")) {
      ApiTransport user = server.transport("eve", List.of("system:authenticated"));
      try (ApiStream stream = user.open(ApiRequest.of("POST", "/snapshot"))) {
        assertThat(stream.status()).isEqualTo(403);
      }
      assertThat(administrator(server).call(ApiRequest.get("/snapshot")).status()).isEqualTo(404);
    }
  }
}
