package io.coxswain.slurm.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Self-signed tokens (HS256), valid for thirty days each. A new one is created a day before the old
 * one expires, as soon as a changed key is detected, and when a token was rejected and the key has
 * changed.
 */
public final class SignedTokens implements SlurmTokens {
  private static final Duration LIFETIME = Duration.ofDays(30);
  private static final Duration EARLY = Duration.ofDays(1);
  private static final String ALGORITHM = "HmacSHA256";
  private static final String HEADER = encode("{\"alg\":\"HS256\",\"typ\":\"JWT\"}");

  private final Clock clock;
  private final Entropy entropy;
  private final SigningKey key;
  private final String user;
  private final AtomicReference<@Nullable Issued> last = new AtomicReference<>();

  /** A token with what it depends on. */
  private record Issued(String token, byte[] key, Instant renewal) {
    boolean isGood(byte[] present, Instant now) {
      return now.isBefore(renewal) && MessageDigest.isEqual(key, present);
    }

    @Override
    public String toString() {
      return "a token to be renewed at " + renewal;
    }
  }

  public SignedTokens(Clock clock, Entropy entropy, SigningKey key, String user) {
    this.clock = clock;
    this.entropy = entropy;
    this.key = key;
    this.user = user;
  }

  @Override
  public String token() throws SlurmException, CancelledException {
    byte[] present = key.read(false);
    Instant now = clock.now();
    Issued known = last.get();
    if (known == null || !known.isGood(present, now)) {
      known = new Issued(sign(present, now), present, now.plus(LIFETIME).minus(EARLY));
      last.set(known);
    }
    return known.token;
  }

  /** A token signed with the same key would be rejected again. */
  @Override
  public boolean refused(String token) throws SlurmException, CancelledException {
    Issued known = last.get();
    if (known == null || !known.token.equals(token)) {
      return true; // another task has renewed it since
    }
    return !MessageDigest.isEqual(known.key, key.read(true));
  }

  private String sign(byte[] secret, Instant now) throws SlurmException {
    if (secret.length == 0) {
      throw new SlurmException(SlurmException.Kind.UNAUTHENTICATED, "the JWT signing key is empty");
    }
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    claims.put("iss", "soperator");
    claims.put("sub", user);
    claims.put("exp", now.plus(LIFETIME).getEpochSecond());
    claims.put("nbf", now.getEpochSecond());
    claims.put("iat", now.getEpochSecond());
    claims.put("jti", entropy.uuid().toString());
    claims.put("sun", user);
    String signed = HEADER + "." + encode(new String(Json.bytes(claims), StandardCharsets.UTF_8));
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return signed + "." + encode(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  private static String encode(String text) {
    return encode(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
