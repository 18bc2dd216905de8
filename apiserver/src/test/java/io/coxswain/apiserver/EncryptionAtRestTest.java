package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.store.Backup;
import io.coxswain.apiserver.store.StoreLimits;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in the files of a data directory. */
final class EncryptionAtRestTest {
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";
  private static final String WORD = "correct-horse-battery-staple";
  private static final String ENCODED =
      Base64.getEncoder().encodeToString(WORD.getBytes(StandardCharsets.UTF_8));
  private static final String LABEL = "label-that-nobody-may-see";

  /** Small logs, so that snapshots are written all the time. */
  private static final StoreLimits SMALL_LOGS = new StoreLimits(1000, 1 << 20, 20_000, 0);

  private final Env env = Env.production();

  @TempDir Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private static String key(String name, int filler) {
    byte[] secret = new byte[32];
    secret[31] = (byte) filler;
    return "{name: %s, secret: %s}".formatted(name, Base64.getEncoder().encodeToString(secret));
  }

  private ApiServerOptions encrypted(String providers) throws IOException {
    Path config = folder.resolve("enc.yaml");
    Files.writeString(
        config,
        """
        apiVersion: apiserver.config.k8s.io/v1
        kind: EncryptionConfiguration
        resources:
        - resources: [secrets]
          providers: %s
        """
            .formatted(providers));
    return ApiServerOptions.plain().withEncryption(config);
  }

  private ApiServer open(ApiServerOptions options, Path directory) throws IOException {
    return ApiServer.open(env, options, directory, SMALL_LOGS);
  }

  private ApiServer open(ApiServerOptions options) throws IOException {
    return open(options, data());
  }

  private static ApiTransport admin(ApiServer server) {
    return server.transport("admin", List.of("system:masters"));
  }

  private static void create(ApiServer server, String name) throws IOException {
    String secret =
        "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"about\":\"%s\"}},\"stringData\":{\"p\":\"%s\"}}"
            .formatted(name, LABEL, WORD);
    assertThat(
            admin(server)
                .call(
                    ApiRequest.of("POST", SECRETS)
                        .body("application/json", secret.getBytes(StandardCharsets.UTF_8)))
                .status())
        .isEqualTo(201);
  }

  private static void assertKept(ApiServer server, String name) throws IOException {
    var response = admin(server).call(ApiRequest.get(SECRETS + "/" + name));
    assertThat(response.status()).isEqualTo(200);
    var secret = Json.tree(response.body());
    assertThat(secret.at("/data/p").asText()).isEqualTo(ENCODED);
    assertThat(secret.at("/metadata/labels/about").asText()).isEqualTo(LABEL);
    assertThat(secret.at("/metadata/uid").asText()).isNotEmpty();
  }

  /** The files in which a text occurs. */
  private List<String> filesWith(String text, Path directory) throws IOException {
    var found = new ArrayList<String>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        if (content.contains(text)) {
          found.add(String.valueOf(file.getFileName()));
        }
      }
    }
    return found;
  }

  private void assertNoPlainText(Path directory) throws IOException {
    for (String text : List.of(WORD, ENCODED, LABEL)) {
      assertThat(filesWith(text, directory)).as(text).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"aescbc", "aesgcm"})
  @Attack("reads the files of the data directory, or a backup of them")
  void noFileHoldsASecretInPlain(String mode) throws IOException {
    ApiServerOptions options = encrypted("[{" + mode + ": {keys: [" + key("a", 1) + "]}}]");
    try (ApiServer server = open(options)) {
      for (int i = 0; i < 60; i++) {
        create(server, "s" + i);
      }
      assertThat(admin(server).call(ApiRequest.of("DELETE", SECRETS + "/s7")).status())
          .isEqualTo(200);
      assertNoPlainText(data());
    }
    assertNoPlainText(data());
    assertThat(filesWith("k8s:enc:" + mode + ":v1:a:", data()))
        .anyMatch(name -> name.startsWith("snapshot-"))
        .anyMatch(name -> name.startsWith("log-"));

    try (ApiServer server = open(options)) {
      assertKept(server, "s0");
      assertKept(server, "s59");
      assertThat(admin(server).call(ApiRequest.get(SECRETS + "/s7")).status()).isEqualTo(404);
    }
  }

  @Test
  void withoutTheFlagSecretsAreInPlain() throws IOException {
    try (ApiServer server = open(ApiServerOptions.plain())) {
      create(server, "db");
    }

    assertThat(filesWith(ENCODED, data())).isNotEmpty();
    assertThat(filesWith(LABEL, data())).isNotEmpty();
  }

  @Test
  void whatWasStoredInPlainIsEncryptedByTheNextStart() throws IOException {
    try (ApiServer server = open(ApiServerOptions.plain())) {
      create(server, "db");
    }

    try (ApiServer server =
        open(encrypted("[{aesgcm: {keys: [" + key("a", 1) + "]}}, {identity: {}}]"))) {
      assertNoPlainText(data());
      assertKept(server, "db");
    }
    try (ApiServer server = open(encrypted("[{aesgcm: {keys: [" + key("a", 1) + "]}}]"))) {
      assertKept(server, "db");
    }
  }

  @Test
  void theOldKeyIsNotNeededAfterOneStartWithBoth() throws IOException {
    String first = key("first", 1);
    String second = key("second", 2);
    try (ApiServer server = open(encrypted("[{aescbc: {keys: [" + first + "]}}]"))) {
      create(server, "db");
    }

    try (ApiServer server =
        open(
            encrypted("[{aesgcm: {keys: [" + second + "]}}, {aescbc: {keys: [" + first + "]}}]"))) {
      assertKept(server, "db");
      assertThat(filesWith(":first:", data())).isEmpty();
      assertThat(filesWith(":second:", data())).isNotEmpty();
    }
    try (ApiServer server = open(encrypted("[{aesgcm: {keys: [" + second + "]}}]"))) {
      assertKept(server, "db");
    }
  }

  @Test
  void encryptionCanBeRemovedWithIdentityFirst() throws IOException {
    try (ApiServer server = open(encrypted("[{aescbc: {keys: [" + key("a", 1) + "]}}]"))) {
      create(server, "db");
    }

    open(encrypted("[{identity: {}}, {aescbc: {keys: [" + key("a", 1) + "]}}]")).close();

    try (ApiServer server = open(ApiServerOptions.plain())) {
      assertKept(server, "db");
    }
  }

  @Test
  void aWrongOrMissingKeyIsOneLineWithFileAndResourceAndChangesNothing() throws IOException {
    try (ApiServer server = open(encrypted("[{aescbc: {keys: [" + key("a", 1) + "]}}]"))) {
      create(server, "db");
    }

    assertThatThrownBy(() -> open(encrypted("[{aescbc: {keys: [" + key("a", 2) + "]}}]")))
        .hasMessageStartingWith(data().toAbsolutePath() + "/")
        .hasMessageContaining(": cannot read secrets default/db: it was encrypted by key \"a\" of")
        .hasMessageEndingWith(
            "and the key of this name in the encryption configuration does not fit. Nothing was"
                + " changed.")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> open(ApiServerOptions.plain()))
        .hasMessageContaining(
            "cannot read secrets default/db: it is encrypted; set --encryption-provider-config");
    try (ApiServer server = open(encrypted("[{aescbc: {keys: [" + key("a", 1) + "]}}]"))) {
      assertKept(server, "db");
    }
  }

  @Test
  void aSnapshotHoldsWhatIsEncryptedAndIsRestoredWithoutTheKey() throws IOException {
    ApiServerOptions options = encrypted("[{aesgcm: {keys: [" + key("a", 1) + "]}}]");
    Path backup = folder.resolve("backups").resolve("backup");
    Path restored = folder.resolve("restored");
    Files.createDirectories(folder.resolve("backups"));
    try (ApiServer server = open(options)) {
      create(server, "db");
      Files.write(backup, save(server));
    }

    Backup.Summary checked = Backup.check(env.files(), backup, bytes -> {});
    Backup.restore(env, backup, restored, 1_000_000_000, bytes -> {});

    assertThat(checked.objects()).isPositive();
    assertNoPlainText(folder.resolve("backups"));
    assertNoPlainText(restored);
    assertThatThrownBy(() -> open(ApiServerOptions.plain(), restored))
        .hasMessageContaining("cannot read secrets default/db: it is encrypted");
    try (ApiServer server = open(options, restored)) {
      assertKept(server, "db");
      create(server, "later");
    }
    try (ApiServer server = open(options, restored)) {
      assertKept(server, "db");
      assertKept(server, "later");
    }
    assertNoPlainText(restored);
  }

  private static byte[] save(ApiServer server) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (ApiStream stream = admin(server).open(ApiRequest.of("POST", "/snapshot"))) {
      for (byte[] piece = stream.next(); piece != null; piece = stream.next()) {
        bytes.writeBytes(piece);
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void aMissingConfigurationIsNamed() {
    Path config = folder.resolve("missing.yaml");

    assertThatThrownBy(() -> open(ApiServerOptions.plain().withEncryption(config)))
        .hasMessage(config + ": no such file");
  }
}
