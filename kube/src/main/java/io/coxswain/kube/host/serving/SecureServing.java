package io.coxswain.kube.host.serving;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.kube.host.clients.Connection;
import io.coxswain.kube.host.options.AccessFlags;
import io.coxswain.kube.host.options.ServingFlags;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.kube.host.shared.Listener;
import io.coxswain.runtime.access.AccessReviews;
import io.coxswain.runtime.access.TokenReviews;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The secure port. */
public final class SecureServing implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SecureServing.class);
  private static final double QUESTIONS_PER_SECOND = 200;
  private static final int QUESTIONS_AT_ONCE = 400;

  private final List<Task> watching = new ArrayList<>();
  private @Nullable ClientTrust trust;
  private @Nullable AutoCloseable open;

  private SecureServing() {}

  /**
   * Starts serving.
   *
   * @param authentication to the API server for TokenReviews, if any
   * @param authorization to the API server for SubjectAccessReviews, if any
   * @param userAgent of those requests
   */
  public static SecureServing start(
      Env env,
      Listener listener,
      ServingFlags serving,
      AccessFlags access,
      Optional<Connection> authentication,
      Optional<Connection> authorization,
      String userAgent,
      Metrics metrics,
      Mux mux)
      throws HostException, CancelledException {
    var server = new SecureServing();
    boolean started = false;
    try {
      server.open(
          env,
          listener,
          serving,
          access,
          rest(env, authentication, userAgent, metrics),
          rest(env, authorization, userAgent, metrics),
          metrics,
          mux);
      started = true;
      return server;
    } catch (IOException e) {
      throw new HostException("failed to create listener: " + e.getMessage(), e);
    } finally {
      if (!started) {
        server.close();
      }
    }
  }

  private static @Nullable Rest rest(
      Env env, Optional<Connection> to, String userAgent, Metrics metrics) {
    return to.map(
            connection ->
                new Rest(
                        env.withApi(connection.own()),
                        userAgent,
                        metrics.client(connection.server()))
                    .limited(QUESTIONS_PER_SECOND, QUESTIONS_AT_ONCE))
        .orElse(null);
  }

  private void open(
      Env env,
      Listener listener,
      ServingFlags serving,
      AccessFlags access,
      @Nullable Rest authentication,
      @Nullable Rest authorization,
      Metrics metrics,
      Mux mux)
      throws IOException, HostException, CancelledException {
    ClientTrust trusted = new ClientTrust(env, access, authentication);
    trust = trusted;
    var authenticators = new ArrayList<Authenticator>();
    authenticators.add(new HeaderAuthenticator(trusted::proxies));
    authenticators.add(
        new CertificateAuthenticator(
            trusted::clients,
            env.clock(),
            DelegationMetrics.clientCertificates(metrics.registry())));
    if (authentication != null) {
      authenticators.add(
          new TokenAuthenticator(
              new TokenReviews(
                  env,
                  authentication,
                  DelegationMetrics.authentication(metrics.registry()),
                  access.tokenCache.get())));
    } else {
      log.warn(
          "No authentication-kubeconfig provided, so TokenReview of bearer tokens won't work.");
    }
    if (authorization == null) {
      log.warn(
          "No authorization-kubeconfig provided, so SubjectAccessReview of authorization tokens"
              + " won't work.");
    }
    var authorizer =
        new Authorizer(
            access.alwaysAllowed.get(),
            authorization == null
                ? null
                : new AccessReviews(
                    env,
                    authorization,
                    DelegationMetrics.authorization(metrics.registry()),
                    access.allowedCache.get(),
                    access.deniedCache.get()));
    String host = serving.bindAddress.get();
    String address = (host.contains(":") ? "[" + host + "]" : host) + ":" + serving.port.get();
    open =
        listener.listen(
            address,
            new FilterChain(authenticators, authorizer, mux, env.clock()),
            new ServingCertificates(env, serving, watching).security());
    log.info("Serving securely on {}", address);
  }

  @Override
  public void close() {
    watching.forEach(Task::cancel);
    if (trust != null) {
      trust.close();
    }
    if (open != null) {
      try {
        open.close();
      } catch (Exception e) {
        log.atWarn().setCause(e).log("Failed to close the secure port");
      }
    }
  }
}
