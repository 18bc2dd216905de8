package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that {@code scontrol token} makes, for a cluster without Kubernetes. Each is used until
 * half a minute before its end; one that lives no longer than that is not kept at all.
 */
public final class ScontrolTokens implements SlurmTokens {
  private static final Duration EARLY = Duration.ofSeconds(30);

  private final Clock clock;
  private final Scontrol scontrol;
  private final String user;
  private final Duration rotation;
  private final AtomicReference<@Nullable Issued> last = new AtomicReference<>();
  private final TaskMutex turns;

  private record Issued(String token, Instant renewal) {
    @Override
    public String toString() {
      return "a token to be renewed at " + renewal;
    }
  }

  public ScontrolTokens(Clock clock, Scontrol scontrol, String user, Duration rotation) {
    this.clock = clock;
    this.scontrol = scontrol;
    this.user = user;
    this.rotation = rotation;
    this.turns = scontrol.turns();
  }

  @Override
  public String token() throws SlurmException, CancelledException {
    Issued known = last.get();
    if (known != null && clock.now().isBefore(known.renewal)) {
      return known.token;
    }
    return turns.take(this::renew);
  }

  /** One at a time; who comes second finds what the first has got. */
  private String renew() throws SlurmException, CancelledException {
    Issued known = last.get();
    if (known != null && clock.now().isBefore(known.renewal)) {
      return known.token;
    }
    String token = scontrol.token(user, rotation);
    last.set(new Issued(token, clock.now().plus(rotation).minus(EARLY)));
    return token;
  }

  @Override
  public boolean refused(String token) {
    Issued known = last.get();
    if (known != null && known.token.equals(token)) {
      last.compareAndSet(known, null);
    }
    return true;
  }
}
