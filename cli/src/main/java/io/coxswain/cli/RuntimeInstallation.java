package io.coxswain.cli;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Installs the runtimes that Trainer ships, concurrently with the start of the cluster.
 *
 * <p>On a store that an earlier process wrote, the webhook configurations of Trainer exist already
 * but nothing serves them yet. The first attempt then fails with a server error, which is expected:
 * {@link #complete} tries again once Trainer runs.
 */
final class RuntimeInstallation {
  private static final Duration RETRY_PERIOD = Duration.ofMillis(20);

  private final Env env;
  private final ApiTransport server;
  private final Task firstAttempt;
  private volatile boolean installed;
  private volatile @Nullable ApiException rejection;

  RuntimeInstallation(Env env, ApiTransport server) {
    this.env = env;
    this.server = server;
    this.firstAttempt = env.tasks().spawn("runtimes", this::attempt);
  }

  private void attempt() throws CancelledException {
    try {
      Definitions.installRuntimes(server);
      installed = true;
    } catch (ApiException.ServerError e) {
      // complete() retries
    } catch (ApiException e) {
      rejection = e;
    }
  }

  void awaitFirstAttempt() throws ApiException, CancelledException {
    firstAttempt.join();
    ApiException rejected = rejection;
    if (rejected != null) {
      throw rejected;
    }
  }

  /** Retries until the runtimes are installed; must be called when Trainer serves its webhooks. */
  void complete(Duration atMost) throws ApiException, CancelledException {
    long start = env.clock().nanos();
    while (!installed) {
      try {
        Definitions.installRuntimes(server);
        installed = true;
      } catch (ApiException.ServerError e) {
        if (env.clock().nanos() - start > atMost.toNanos()) {
          throw e;
        }
        env.clock().sleep(RETRY_PERIOD);
      }
    }
  }
}
