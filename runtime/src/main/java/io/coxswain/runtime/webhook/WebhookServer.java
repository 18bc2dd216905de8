package io.coxswain.runtime.webhook;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Task;
import io.coxswain.runtime.certificates.CertificateWatcher;
import io.coxswain.runtime.certificates.IdentitySource;
import io.coxswain.runtime.certificates.ServingTls;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.HttpServer;
import io.coxswain.runtime.http.Request;
import io.coxswain.runtime.http.Security;
import io.coxswain.runtime.metrics.WebhookMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves webhooks over HTTPS until stopped. */
public final class WebhookServer {
  private static final Logger log = LoggerFactory.getLogger(WebhookServer.class);

  private final Env env;
  private final Webhooks webhooks;
  private final WebhookOptions options;
  private final WebhookMetrics metrics;
  private volatile @Nullable HttpServer server;
  private volatile boolean disabled;
  private final Bell started;

  /** One for this server, and one for each other server with the same certificate. */
  private final Queue<Task> watchers = new ConcurrentLinkedQueue<>();

  public WebhookServer(Env env, Webhooks webhooks, WebhookOptions options, WebhookMetrics metrics) {
    this.env = env;
    this.webhooks = webhooks;
    this.options = options;
    this.metrics = metrics;
    this.started = env.tasks().newBell();
  }

  /** Uses the certificates of the source instead of files; call before it runs. */
  public void certificates(IdentitySource source) {
    options.certificates(source);
  }

  /** The TLS settings for other servers with the same certificate. */
  public Security security() throws IOException {
    IdentitySource source = options.source;
    if (source == null) {
      CertificateWatcher watcher = watcher();
      watchers.add(env.tasks().spawn("certificate watcher", watcher::run));
      source = watcher;
    }
    return ServingTls.of(source, null);
  }

  /**
   * Serves until cancelled.
   *
   * @throws IOException if there is no certificate or the port is in use
   */
  public void run() throws IOException, CancelledException {
    try {
      serve();
    } finally {
      watchers.forEach(Task::cancel);
    }
  }

  private void serve() throws IOException, CancelledException {
    Bell never = env.tasks().newBell();
    if (options.port < 0) {
      disabled = true;
      started.ring();
      never.await(never.rings());
      return;
    }
    IdentitySource source = options.source;
    if (source == null) {
      CertificateWatcher watcher = watcher();
      source = watcher;
      watchers.add(env.tasks().spawn("certificate watcher", watcher::run));
    }
    Path authority = options.clientAuthority;
    byte[] trusted = authority == null ? null : env.files().read(authority);
    try (HttpServer serving =
        HttpServer.start(
            options.host + ":" + options.port,
            this::answer,
            ServingTls.of(source, trusted).with(options.tls),
            AdmissionHook.MAX_SIZE)) {
      server = serving;
      started.ring();
      log.atInfo().addKeyValue("port", serving.port()).log("Serving webhook server");
      never.await(never.rings());
    } finally {
      server = null;
    }
  }

  private CertificateWatcher watcher() throws IOException {
    Path certificate = options.directory.resolve(options.certificate);
    try {
      return new CertificateWatcher(
          env, certificate, options.directory.resolve(options.key), metrics, identity -> {});
    } catch (IOException e) {
      throw new IOException(
          "failed to load the webhook serving certificate "
              + certificate
              + ": "
              + FileProblem.why(e),
          e);
    }
  }

  private EndpointResponse answer(Request request) {
    return webhooks.answer(request.path(), request.header("content-type"), request.body());
  }

  /** Waits until requests are served, or the start has failed. */
  public void awaitStarted() throws CancelledException {
    while (true) {
      long seen = started.rings();
      if (disabled || server != null) {
        return;
      }
      started.await(seen);
    }
  }

  /** The bound port; -1 if there is none. */
  public int port() {
    HttpServer serving = server;
    return serving == null ? -1 : serving.port();
  }

  /**
   * Fails while requests are not served; for readiness checks.
   *
   * @throws IOException while requests are not served
   */
  public void checkStarted() throws IOException {
    if (disabled) {
      return;
    }
    if (server == null) {
      throw new IOException("webhook server has not been started yet");
    }
    if (options.source != null && options.source.current() == null) {
      throw new IOException("webhook server has no certificate yet");
    }
  }
}
