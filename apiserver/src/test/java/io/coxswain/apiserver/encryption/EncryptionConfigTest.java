package io.coxswain.apiserver.encryption;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.RecordCipher;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an EncryptionConfiguration may say, and what it means. */
final class EncryptionConfigTest {
  private static final ObjectKey DB = ObjectKey.of("default", "db");
  private static final byte[] CONTENT = "the content".getBytes(StandardCharsets.UTF_8);

  private static String key(String name, int filler) {
    byte[] secret = new byte[32];
    secret[0] = (byte) filler;
    return "{name: %s, secret: %s}".formatted(name, Base64.getEncoder().encodeToString(secret));
  }

  private static RecordCipher parse(String resources) throws IOException {
    String config =
        "{apiVersion: apiserver.config.k8s.io/v1, kind: EncryptionConfiguration, resources: "
            + resources
            + "}";
    return EncryptionConfig.parse(
        config.getBytes(StandardCharsets.UTF_8), "enc.yaml", Env.production().entropy());
  }

  private static RecordCipher secrets(String providers) throws IOException {
    return parse("[{resources: [secrets], providers: " + providers + "}]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | resources: at least one is required",
        "[{resources: [secrets]}] | resources[0].providers: at least one is required",
        "[{providers: [{identity: {}}]}] | resources[0].resources: at least one is required",
        "[{resource: [a]}] | resources[0].resource: unknown field",
        "[{resources: [Secrets], providers: [{identity: {}}]}] | resources[0].resources[0]:"
            + " resource name should not contain capital letters",
        "[{resources: ['*'], providers: [{identity: {}}]}] | resources[0].resources[0]: use '*.' to"
            + " encrypt all the resources from core API group or *.* to encrypt all resources",
        "[{resources: ['jobs.*'], providers: [{identity: {}}]}] | resources[0].resources[0]:"
            + " encrypting the same resource across groups is not supported",
        "[{resources: [secrets, secrets], providers: [{identity: {}}]}] |"
            + " resources[0].resources[1]: the same resource cannot be specified multiple times",
        "[{resources: ['*.', secrets], providers: [{identity: {}}]}] | resources[0].resources[1]:"
            + " it is masked by *. in the same list",
        "[{resources: [secrets, '*.*'], providers: [{identity: {}}]}] | resources[0].resources[1]:"
            + " it masks secrets in the same list",
        "[{resources: ['*.apps'], providers: [{identity: {}}]}, {resources: [deployments.apps],"
            + " providers: [{identity: {}}]}] | resources[1].resources[0]: resource"
            + " \"deployments.apps\" is masked by earlier rule \"*.apps\"",
        "[{resources: [a], providers: [{}]}] | resources[0].providers[0]: must have exactly one of:"
            + " aescbc, aesgcm, identity",
        "[{resources: [a], providers: [{kms: {name: k}}]}] | resources[0].providers[0].kms: this"
            + " provider is not supported; use aescbc, aesgcm or identity",
        "[{resources: [a], providers: [{secretbox: {}}]}] | resources[0].providers[0].secretbox:"
            + " this provider is not supported; use aescbc, aesgcm or identity",
        "[{resources: [a], providers: [{aescbc: {keys: []}}]}] |"
            + " resources[0].providers[0].aescbc.keys: at least one is required",
        "[{resources: [a], providers: [{aescbc: {keys: [{secret: AA}]}}]}] |"
            + " resources[0].providers[0].aescbc.keys[0].name: name is a mandatory field for a key",
        "[{resources: [a], providers: [{aesgcm: {keys: [{name: k}]}}]}] |"
            + " resources[0].providers[0].aesgcm.keys[0].secret: secret is a mandatory field for a"
            + " key",
        "[{resources: [a], providers: [{aesgcm: {keys: [{name: k, secret: '%'}]}}]}] |"
            + " resources[0].providers[0].aesgcm.keys[0].secret: secrets must be base64 encoded",
        "[{resources: [a], providers: [{aesgcm: {keys: [{name: k, secret: QUJD}]}}]}] |"
            + " resources[0].providers[0].aesgcm.keys[0].secret: secret is not of the expected"
            + " length, got 3, expected one of [16 24 32]",
      })
  void rejectsWithFileAndField(String resources, String message) {
    assertThatThrownBy(() -> parse(resources)).hasMessage("enc.yaml: " + message);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"", "{}", "kind: Secret", "{apiVersion: v1, kind: Pod}"})
  void rejectsAnotherKind(String content) {
    assertThatThrownBy(
            () ->
                EncryptionConfig.parse(
                    content.getBytes(StandardCharsets.UTF_8),
                    "enc.yaml",
                    Env.production().entropy()))
        .hasMessage("enc.yaml: must be an EncryptionConfiguration of apiserver.config.k8s.io/v1");
  }

  @Test
  void doesNotRepeatWhatIsWrittenInBrokenYaml() {
    assertThatThrownBy(() -> parse("[{secret: 'hunter2"))
        .hasMessageStartingWith("enc.yaml: not valid YAML")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void rejectsTwoKeysOfOneName() {
    assertThatThrownBy(
            () -> secrets("[{aescbc: {keys: [" + key("a", 1) + ", " + key("a", 2) + "]}}]"))
        .hasMessage(
            "enc.yaml: resources[0].providers[0].aescbc.keys[1].name: another key of aescbc for"
                + " the resource has this name");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "secrets, true",
    "configmaps, false",
    "deployments.apps, true",
    "jobs.batch, false",
    "boats.example.com, true",
    "cars.example.com, false",
  })
  void theFirstEntryThatNamesAResourceDecides(String collection, boolean encrypted)
      throws IOException {
    String keys = "[{aescbc: {keys: [" + key("a", 1) + "]}}]";
    RecordCipher cipher =
        parse(
            """
            [{resources: [secrets, '*.apps', boats.example.com], providers: %s},
             {resources: ['*.*'], providers: [{identity: {}}]}]
            """
                .formatted(keys));

    assertThat(cipher.encrypt(collection, DB, () -> CONTENT) != null).isEqualTo(encrypted);
    assertThat(cipher.isCurrent(collection, null)).isEqualTo(!encrypted);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"aescbc", "aesgcm"})
  void readsWithAnyKeyAndWritesWithTheFirst(String mode) throws IOException {
    RecordCipher before = secrets("[{" + mode + ": {keys: [" + key("a", 1) + "]}}]");
    RecordCipher after =
        secrets("[{" + mode + ": {keys: [" + key("b", 2) + ", " + key("a", 1) + "]}}]");

    byte[] old = encrypt(before);
    byte[] fresh = encrypt(after);

    assertThat(new String(old, StandardCharsets.ISO_8859_1))
        .startsWith("k8s:enc:" + mode + ":v1:a:")
        .doesNotContain("content");
    assertThat(before.decrypt("secrets", DB, old)).isEqualTo(CONTENT);
    assertThat(after.decrypt("secrets", DB, old)).isEqualTo(CONTENT);
    assertThat(after.isCurrent("secrets", old)).isFalse();
    assertThat(after.isCurrent("secrets", fresh)).isTrue();
    assertThat(encrypt(before)).isNotEqualTo(old);
    assertThatThrownBy(() -> before.decrypt("secrets", DB, fresh))
        .hasMessage(
            "it was encrypted by key \"b\" of provider "
                + mode
                + ", which the encryption configuration does not list for it");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"aescbc", "aesgcm"})
  void aWrongKeyIsAnError(String mode) throws IOException {
    for (int i = 0; i < 600; i++) {
      byte[] encrypted = encrypt(secrets("[{" + mode + ": {keys: [" + key("a", 1) + "]}}]"));
      RecordCipher other = secrets("[{" + mode + ": {keys: [" + key("a", 2) + "]}}]");

      // Of 256 wrong keys about one yields a valid padding.
      assertThatThrownBy(() -> other.decrypt("secrets", DB, encrypted))
          .hasMessageEndingWith(
              "and the key of this name in the encryption configuration does not fit");
    }
  }

  @Test
  void aesgcmNoticesThatAnObjectWasMoved() throws IOException {
    RecordCipher cipher = secrets("[{aesgcm: {keys: [" + key("a", 1) + "]}}]");
    byte[] encrypted = encrypt(cipher);

    assertThatThrownBy(() -> cipher.decrypt("secrets", ObjectKey.of("default", "other"), encrypted))
        .hasMessageEndingWith("does not fit");
  }

  @Test
  void plainTextIsReadOnlyWithIdentity() throws IOException {
    RecordCipher strict = secrets("[{aesgcm: {keys: [" + key("a", 1) + "]}}]");
    RecordCipher lenient = secrets("[{aesgcm: {keys: [" + key("a", 1) + "]}}, {identity: {}}]");

    lenient.acceptPlain("secrets");
    strict.acceptPlain("configmaps");
    assertThatThrownBy(() -> strict.acceptPlain("secrets"))
        .hasMessage(
            "it is not encrypted, and identity is not among its providers in the encryption"
                + " configuration");
  }

  private static byte[] encrypt(RecordCipher cipher) {
    return requireNonNull(cipher.encrypt("secrets", DB, () -> CONTENT));
  }
}
