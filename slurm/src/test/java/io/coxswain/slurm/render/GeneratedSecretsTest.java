package io.coxswain.slurm.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.params.RSAKeyParameters;
import org.bouncycastle.crypto.util.OpenSSHPrivateKeyUtil;
import org.bouncycastle.crypto.util.OpenSSHPublicKeyUtil;
import org.bouncycastle.util.io.pem.PemReader;
import org.junit.jupiter.api.Test;

/** Keys and passwords. */
class GeneratedSecretsTest {

  @Test
  void keysHaveTheLengthThatTheirUsersExpect() {
    assertThat(decoded(GeneratedSecrets.mungeKey(values(), entropy()), "munge.key")).hasSize(1024);
    assertThat(decoded(GeneratedSecrets.restJwtKey(values(), entropy()), "rest_jwt.key"))
        .hasSize(32);
  }

  @Test
  void aPasswordHasFourDigitsTwoSymbolsAndNothingTwice() {
    for (int i = 0; i < 50; i++) {
      String password = GeneratedSecrets.password(entropy());

      assertThat(password).hasSize(16);
      assertThat(password.chars().distinct().count()).isEqualTo(16);
      assertThat(password.chars().filter(Character::isDigit).count()).isEqualTo(4);
      assertThat(password.chars().filter(c -> "@$^&*()_+-={}|[]<>/".indexOf(c) >= 0).count())
          .isEqualTo(2);
    }
  }

  @Test
  void thePasswordOfTheDatabaseIsMarkedForTheWebhookThatProtectsIt() {
    Secret secret = GeneratedSecrets.databasePassword(values(), Names.MARIADB_ROOT, entropy());

    assertThat(secret.getMetadata().getName()).isEqualTo("mariadb-root");
    assertThat(secret.getMetadata().getLabels())
        .containsEntry(Labels.WEBHOOK, "true")
        .containsEntry(Labels.NAME, "slurmcluster")
        .hasSize(2);
    assertThat(secret.getMetadata().getAnnotations())
        .containsEntry("slurm.nebius.ai/cluster", "demo");
  }

  @Test
  void hostKeysAndTheirPublicHalvesBelongTogether() throws Exception {
    Secret secret = GeneratedSecrets.sshdKeys(values(), Component.WORKER, entropy());

    assertThat(secret.getData())
        .containsOnlyKeys(
            "ssh_host_ecdsa_key",
            "ssh_host_ecdsa_key.pub",
            "ssh_host_ed25519_key",
            "ssh_host_ed25519_key.pub",
            "ssh_host_rsa_key",
            "ssh_host_rsa_key.pub");

    var rsa = (RSAPrivateCrtKey) Pem.privateKey(decoded(secret, "ssh_host_rsa_key"));
    assertThat(text(secret, "ssh_host_rsa_key")).startsWith("-----BEGIN RSA PRIVATE KEY-----");
    assertThat(
            ((RSAKeyParameters) publicKey(secret, "ssh_host_rsa_key.pub", "ssh-rsa")).getModulus())
        .isEqualTo(rsa.getModulus());
    assertThat(rsa.getModulus().bitLength()).isEqualTo(2048);

    var ec = (ECPrivateKey) Pem.privateKey(decoded(secret, "ssh_host_ecdsa_key"));
    var ecPublic =
        (ECPublicKeyParameters) publicKey(secret, "ssh_host_ecdsa_key.pub", "ecdsa-sha2-nistp521");
    assertThat(text(secret, "ssh_host_ecdsa_key")).startsWith("-----BEGIN EC PRIVATE KEY-----");
    assertThat(ecPublic.getParameters().getG().multiply(ec.getS()).normalize())
        .isEqualTo(ecPublic.getQ());

    byte[] pem =
        new PemReader(new StringReader(text(secret, "ssh_host_ed25519_key")))
            .readPemObject()
            .getContent();
    var ed = (Ed25519PrivateKeyParameters) OpenSSHPrivateKeyUtil.parsePrivateKeyBlob(pem);
    var edPublic =
        (Ed25519PublicKeyParameters) publicKey(secret, "ssh_host_ed25519_key.pub", "ssh-ed25519");
    assertThat(text(secret, "ssh_host_ed25519_key"))
        .startsWith("-----BEGIN OPENSSH PRIVATE KEY-----");
    assertThat(ed.generatePublicKey().getEncoded()).isEqualTo(edPublic.getEncoded());
  }

  private static Object publicKey(Secret secret, String key, String type) {
    String[] parts = text(secret, key).strip().split(" ", -1);
    assertThat(parts).hasSize(2);
    assertThat(parts[0]).isEqualTo(type);
    return OpenSSHPublicKeyUtil.parsePublicKey(Base64.getDecoder().decode(parts[1]));
  }

  private static Entropy entropy() {
    return Env.production().entropy();
  }

  private static ClusterValues values() {
    return ClusterValues.of(Samples.minimal(), List.of(), Platform.FULL);
  }

  private static String text(Secret secret, String key) {
    return new String(decoded(secret, key), StandardCharsets.US_ASCII);
  }

  private static byte[] decoded(Secret secret, String key) {
    return Base64.getDecoder().decode(secret.getData().get(key));
  }
}
