package io.coxswain.runtime.transport;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;

/** Sends requests to an API server over HTTPS. */
public final class HttpTransport implements ApiTransport {
  /** Until the response begins; the API server itself ends a request after a minute. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(70);

  private static final int UNAUTHORIZED = 401;

  private final Kubeconfig source;
  private final boolean anonymous;
  private final Duration timeout;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Session session;

  private HttpTransport(Kubeconfig source, boolean anonymous, Duration timeout)
      throws KubeconfigException {
    this.source = source;
    this.anonymous = anonymous;
    this.timeout = timeout;
    this.session = read(source, anonymous, timeout);
  }

  /** A transport to the server of the kubeconfig. Does not connect yet. */
  public static HttpTransport to(Kubeconfig source) throws KubeconfigException {
    return to(source, ANSWER_TIMEOUT);
  }

  /** As {@link #to(Kubeconfig)}, with another timeout. */
  static HttpTransport to(Kubeconfig source, Duration timeout) throws KubeconfigException {
    return new HttpTransport(source, false, timeout);
  }

  /**
   * As {@link #to(Kubeconfig)}, without credentials; the Authorization header of each request
   * determines the user.
   */
  public static HttpTransport anonymous(Kubeconfig source) throws KubeconfigException {
    return new HttpTransport(source, true, ANSWER_TIMEOUT);
  }

  /** The server's address. */
  public String server() {
    return session.server();
  }

  private static Session read(Kubeconfig source, boolean anonymous, Duration timeout)
      throws KubeconfigException {
    Config config = anonymous ? withoutCredentials(source.load()) : source.load();
    try {
      return Session.of(config, Tls.context(config, source.files()), timeout);
    } catch (GeneralSecurityException | IOException e) {
      throw new KubeconfigException(
          "certificates for " + config.getMasterUrl() + " cannot be used: " + e, e);
    } catch (IllegalArgumentException e) {
      throw new KubeconfigException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Config withoutCredentials(Config config) {
    config.setClientCertData(null);
    config.setClientCertFile(null);
    config.setClientKeyData(null);
    config.setClientKeyFile(null);
    config.setOauthToken(null);
    config.setAutoOAuthToken(null);
    config.setOauthTokenProvider(null);
    config.setUsername(null);
    config.setPassword(null);
    config.setImpersonateUsername(null);
    return config;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    return settled(session -> session.call(request), ApiResponse::status);
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    return new HttpWatch(open(request));
  }

  @Override
  public HttpStream open(ApiRequest request) throws IOException, CancelledException {
    return settled(session -> session.open(request), HttpStream::status);
  }

  private interface Exchange<T> {
    T over(Session session) throws IOException, CancelledException;
  }

  /**
   * Performs the exchange, and repeats it once with a reloaded kubeconfig if the server does not
   * accept the credentials or its certificate is not trusted: tokens, certificates and CAs rotate.
   */
  private <T> T settled(Exchange<T> exchange, ToIntFunction<T> status)
      throws IOException, CancelledException {
    Session used = session;
    T answer;
    try {
      answer = exchange.over(used);
    } catch (UntrustedException e) {
      if (renew(used)) {
        return exchange.over(session);
      }
      throw e;
    }
    boolean refused = status.applyAsInt(answer) == UNAUTHORIZED && !anonymous;
    return refused && renew(used) ? exchange.over(session) : answer;
  }

  /** Reloads the kubeconfig unless another task has done so; false if it cannot be read. */
  private boolean renew(Session used) {
    reading.lock();
    try {
      if (session == used) {
        session = read(source, anonymous, timeout);
        used.retire();
      }
      return true;
    } catch (KubeconfigException e) {
      return false;
    } finally {
      reading.unlock();
    }
  }
}
