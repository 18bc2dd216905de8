package io.coxswain.slurm.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.client.Reader;
import io.coxswain.slurm.client.SlurmException.Kind;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The key of a SlurmCluster, from its Secret. Looked at again after a minute, so that a key that
 * was replaced is known soon without a request for each call to Slurm.
 */
public final class SecretSigningKey implements SigningKey {
  private static final String KEY = "rest_jwt.key";
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final Reader client;
  private final Clock clock;
  private final ObjectKey secret;
  private final AtomicReference<@Nullable Seen> last = new AtomicReference<>();

  private record Seen(byte[] key, Instant at) {
    @Override
    public String toString() {
      return "a key seen at " + at;
    }
  }

  public SecretSigningKey(Reader client, Clock clock, ObjectKey cluster) {
    this.client = client.live();
    this.clock = clock;
    this.secret = ObjectKey.of(cluster.namespace(), cluster.name() + "-rest-jwt-key");
  }

  @Override
  public byte[] read(boolean bypassCache) throws SlurmException, CancelledException {
    Seen seen = last.get();
    Instant now = clock.now();
    if (!bypassCache && seen != null && now.isBefore(seen.at.plus(FRESH))) {
      return seen.key;
    }
    try {
      byte[] key = find();
      last.set(new Seen(key, now));
      return key;
    } catch (ApiException e) {
      if (seen != null) {
        return seen.key; // better than no call at all; it is refused if it has changed
      }
      throw new SlurmException(
          Kind.UNAUTHENTICATED, "failed to get secret " + secret + ": " + e.getMessage(), e);
    }
  }

  private byte[] find() throws ApiException, SlurmException {
    Secret found =
        client
            .get(Secret.class, secret)
            .orElseThrow(
                () ->
                    new SlurmException(
                        Kind.UNAUTHENTICATED,
                        "secret " + secret + " with the JWT signing key not found"));
    String value = found.getData() == null ? null : found.getData().get(KEY);
    if (value == null || value.isEmpty()) {
      throw new SlurmException(Kind.UNAUTHENTICATED, "secret " + secret + " has no key " + KEY);
    }
    return Base64.getDecoder().decode(value);
  }
}
