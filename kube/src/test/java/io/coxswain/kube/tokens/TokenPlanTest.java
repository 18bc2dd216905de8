package io.coxswain.kube.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TokenPlanTest {
  private static final TokenSigner SIGNER = signer("EC", 256);

  private static TokenSigner signer(String algorithm, int size) {
    try {
      var generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(size);
      byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
      String pem =
          "-----BEGIN PRIVATE KEY-----\n"
              + Base64.getMimeEncoder().encodeToString(key)
              + "\n-----END PRIVATE KEY-----\n";
      return TokenSigner.of(pem.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Secret secret(boolean ca, boolean namespace, boolean token) {
    var data = new TreeMap<String, String>();
    if (ca) {
      data.put("ca.crt", Base64.getEncoder().encodeToString("ca".getBytes(StandardCharsets.UTF_8)));
    }
    if (namespace) {
      data.put("namespace", "ZGVmYXVsdA==");
    }
    if (token) {
      data.put("token", "dA==");
    }
    data.put("more", "bQ==");
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("t")
        .endMetadata()
        .withData(data)
        .build();
  }

  @Property
  void fillsOnlyMissingFieldsAndIsIdempotent(
      @ForAll boolean ca, @ForAll boolean namespace, @ForAll boolean token) {
    Secret secret = secret(ca, namespace, token);
    TokenPlan plan = TokenPlan.of(secret, "ca");
    assertThat(plan).isEqualTo(new TokenPlan(!ca, !namespace, !token));

    var before = new TreeMap<>(secret.getData());
    plan.fill(
        secret,
        new ServiceAccountBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName("a")
            .withUid("u")
            .endMetadata()
            .build(),
        "ca",
        SIGNER);
    assertThat(secret.getData()).containsAllEntriesOf(before).hasSize(4);
    assertThat(TokenPlan.of(secret, "ca").isNothing()).isTrue();
  }

  @Test
  void signsWithEveryKindOfKey() {
    for (var kind :
        java.util.List.of("RSA 2048 RS256", "EC 256 ES256", "EC 384 ES384", "EC 521 ES512")) {
      String[] parts = kind.split(" ");
      Secret secret = secret(false, false, false);
      var account =
          new ServiceAccountBuilder()
              .withNewMetadata()
              .withNamespace("default")
              .withName("a")
              .withUid("u")
              .endMetadata()
              .build();
      TokenSigner signer = signer(parts[0], Integer.parseInt(parts[1]));
      String token = signer.token(account, secret);
      String header =
          new String(Base64.getUrlDecoder().decode(token.split("\\.")[0]), StandardCharsets.UTF_8);
      assertThat(header).contains("\"alg\":\"" + parts[2] + "\"").contains("\"kid\":\"");
      assertThat(signer.token(account, secret)).isEqualTo(token);
    }
  }
}
