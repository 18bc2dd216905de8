package io.coxswain.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class SlurmTokensTest {
  private final ImpatientClock clock = new ImpatientClock();
  private byte[] key = "first key".getBytes(StandardCharsets.UTF_8);
  private final SignedTokens tokens =
      new SignedTokens(clock, Env.production().entropy(), bypassCache -> key, "root");

  private static JsonNode claims(String token) {
    return Json.tree(Base64.getUrlDecoder().decode(token.split("\\.")[1]));
  }

  @Test
  void signsWithTheKeyForThirtyDays() throws Exception {
    String token = tokens.token();

    String[] parts = token.split("\\.");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    assertThat(Base64.getUrlDecoder().decode(parts[2]))
        .isEqualTo(mac.doFinal((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII)));
    assertThat(new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8))
        .isEqualTo("{\"alg\":\"HS256\",\"typ\":\"JWT\"}");
    JsonNode claims = claims(token);
    long now = clock.now().getEpochSecond();
    assertThat(claims.path("iss").asText()).isEqualTo("soperator");
    assertThat(claims.path("sub").asText()).isEqualTo("root");
    assertThat(claims.path("sun").asText()).isEqualTo("root");
    assertThat(claims.path("iat").asLong()).isEqualTo(now);
    assertThat(claims.path("nbf").asLong()).isEqualTo(now);
    assertThat(claims.path("exp").asLong()).isEqualTo(now + 30 * 24 * 3600);
    assertThat(claims.path("jti").asText()).hasSize(36);
  }

  @Test
  void keepsATokenUntilADayBeforeItsEnd() throws Exception {
    String first = tokens.token();

    clock.pass(Duration.ofDays(29).minusSeconds(1));
    assertThat(tokens.token()).isEqualTo(first);
    clock.pass(Duration.ofSeconds(1));
    assertThat(tokens.token()).isNotEqualTo(first);
  }

  @Test
  void makesANewTokenOnceTheKeyHasChanged() throws Exception {
    String first = tokens.token();

    key = "second key".getBytes(StandardCharsets.UTF_8);

    assertThat(tokens.token()).isNotEqualTo(first);
  }

  @Test
  void triesAgainAfterARejectionOnlyWithAnotherKey() throws Exception {
    String first = tokens.token();

    assertThat(tokens.refused(first)).isFalse();
    key = "second key".getBytes(StandardCharsets.UTF_8);
    assertThat(tokens.refused(first)).isTrue();
  }

  @Test
  void rejectsAnEmptyKey() {
    key = new byte[0];

    assertThatThrownBy(tokens::token).hasMessageContaining("the JWT signing key is empty");
  }
}
